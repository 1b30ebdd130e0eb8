// Join a ledger by an invitation, or by its join code and the way to its folder: pasted, scanned, or come with the address.

import { basePath, inApp } from "../core/root-path.js";
import { hasLink, inviteIn, joinRequest } from "../core/invitation.js";
import { h } from "../elements/build.js";
import { card } from "../elements/controls.js";
import { exactText, field } from "../elements/field.js";
import { form, Unfinished } from "../elements/form.js";
import { say } from "../elements/voice.js";
import { pendingJoin } from "../outside/pending-join.js";
import { FolderChoice } from "./folder-choice.js";
import { scanWays } from "./joining/scan.js";
import { doneWith, keptForm } from "./kept-forms.js";
import { homeOf } from "./route.js";
import { serverNotice } from "./waiting/away.js";

export async function joinLedgerScreen(app) {
    const { element, folder, take } = keptForm(app, "join", () => joinForm(app));
    pendingJoin.take(inApp(location));
    await folder.refresh();
    const code = pendingJoin.give();
    if (code) take(code);
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
    const content = [
        card({ class: "stack" }, code, scanWays(app, code.take)),
        card({ title: say("join.where"), class: "stack" }, told, folder.content),
    ];
    const send = async () => {
        const invite = inviteIn(code.value);
        if (invite) return acceptInvite(app, invite);
        const request = joinRequest(code.value);
        if (!request) throw new Unfinished([{ field: "joinCode", code: code.value ? "malformed" : "missing" }]);
        const ledger = await app.books.ask("POST", "/ledgers/join", { ...request, ...folder.request() });
        doneWith(app, "join");
        await app.go(homeOf(ledger), { replace: true });
    };
    const element = form({ notice: serverNotice(app), fields, content, label: say("join.action"), send });
    return { folder, take: code.take, element };
}

/** An invite of this server leads to where it is accepted; one of another server has to be opened there. */
async function acceptInvite(app, { server, token }) {
    if (server !== location.origin + basePath) throw new Unfinished([{ field: "joinCode", code: "otherServer" }]);
    doneWith(app, "join");
    await app.go(`/invite#${token}`);
}

function codeField() {
    const block = field({
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
    block.take = (text) => {
        block.input.value = text;
        block.input.dispatchEvent(new Event("input", { bubbles: true }));
    };
    return block;
}
