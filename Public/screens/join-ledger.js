// Join a ledger by a pasted invitation, or by its join code and the way to its folder.

import { hasLink, joinRequest } from "../core/invitation.js";
import { h } from "../elements/build.js";
import { card } from "../elements/controls.js";
import { exactText, field } from "../elements/field.js";
import { form, Unfinished } from "../elements/form.js";
import { say } from "../elements/voice.js";
import { FolderChoice } from "./folder-choice.js";
import { doneWith, keptForm } from "./kept-forms.js";
import { homeOf } from "./route.js";

export async function joinLedgerScreen(app) {
    const { element, folder } = keptForm(app, "join", () => joinForm(app));
    await folder.refresh();
    const content = () => [h("p", { class: "lead" }, say("join.lead")), element];
    return { title: say("join.title"), class: "narrow", once: true, content };
}

function joinForm(app) {
    const code = codeField();
    const isTold = () => hasLink(code.value);
    const folder = new FolderChoice(app, { without: say("join.here"), place: "place", isTold });
    const told = h("p", { class: "hint" }, say("join.told"));
    const follow = () => {
        told.hidden = !isTold();
        folder.follow();
    };
    code.input.addEventListener("input", follow);
    follow();
    const fields = { joinCode: code, invitation: code, ...folder.fields };
    const content = [card({}, code), card({ title: say("join.where"), class: "stack" }, told, folder.content)];
    const send = async () => {
        const request = joinRequest(code.value);
        if (!request) throw new Unfinished([{ field: "joinCode", code: code.value ? "malformed" : "missing" }]);
        const ledger = await app.books.ask("POST", "/ledgers/join", { ...request, ...folder.request() });
        doneWith(app, "join");
        await app.go(homeOf(ledger), { replace: true });
    };
    return { folder, element: form({ fields, content, label: say("join.action"), send }) };
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
