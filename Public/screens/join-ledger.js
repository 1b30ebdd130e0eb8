// Join a ledger by its join code, or by a pasted invitation that contains it.

import { joinRequest } from "../core/invitation.js";
import { h } from "../elements/build.js";
import { card } from "../elements/controls.js";
import { exactText, field } from "../elements/field.js";
import { form, Unfinished } from "../elements/form.js";
import { say } from "../elements/voice.js";
import { folderChoice } from "./folder-choice.js";
import { inLedger } from "./route.js";

export async function joinLedgerScreen(app) {
    const folder = await folderChoice(app, { without: say("join.here") });
    const content = () => [h("p", { class: "lead" }, say("join.lead")), joinForm(app, folder)];
    return { title: say("join.title"), class: "narrow", once: true, content };
}

function joinForm(app, folder) {
    const code = codeField();
    const fields = { joinCode: code, invitation: code, ...folder.fields };
    const content = [card({}, code), card({ title: say("join.where") }, folder.content)];
    const send = async () => {
        const request = joinRequest(code.value);
        if (!request) throw new Unfinished([{ field: "joinCode", code: code.value ? "malformed" : "missing" }]);
        const ledger = await app.books.ask("POST", "/ledgers/join", { ...request, ...(await folder.chosen()) });
        await app.go(inLedger(ledger, "expenses"), { replace: true });
    };
    return form({ fields, content, label: say("join.action"), send });
}

function codeField() {
    return field({
        label: say("join.code"),
        name: "joinCode",
        tag: "textarea",
        rows: 4,
        placeholder: "SC1.…",
        hint: say("join.codeHint"),
        class: "input code",
        autofocus: true,
        ...exactText,
    });
}
