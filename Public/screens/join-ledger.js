// Join a ledger by its join code, or by a pasted invitation that contains it.

import { joinRequest } from "../core/invitation.js";
import { h } from "../elements/build.js";
import { card } from "../elements/controls.js";
import { field } from "../elements/field.js";
import { form, Unfinished } from "../elements/form.js";
import { say } from "../elements/voice.js";
import { folderChoice } from "./folder-choice.js";
import { inLedger } from "./route.js";

export async function joinLedgerScreen(app) {
    const folder = await folderChoice(app, { alsoNone: say("join.here"), chosen: "" });
    return { title: say("join.title"), class: "narrow", once: true, content: () => [h("p", { class: "lead" }, say("join.lead")), joinForm(app, folder)] };
}

function joinForm(app, folder) {
    const code = field({
        label: say("join.code"), name: "joinCode", tag: "textarea", rows: 4, placeholder: "SC1.…", hint: say("join.codeHint"),
        autocomplete: "off", autocapitalize: "none", autocorrect: "off", spellcheck: "false", class: "input code", autofocus: true,
    });
    return form({
        fields: { joinCode: code, invitation: code, ...folder.fields }, label: say("join.action"),
        content: [card({}, code), card({ title: say("join.where") }, folder.content)],
        send: async () => {
            const request = joinRequest(code.input.value);
            if (!request) throw new Unfinished([{ field: "joinCode", code: code.input.value.trim() ? "malformed" : "missing" }]);
            const ledger = await app.books.ask("POST", "/ledgers/join", { ...request, ...(await folder.chosen()) });
            await app.go(inLedger(ledger, "expenses"), { replace: true });
        },
    });
}
