// A backup of ledgers to take away: whoever has the file has them, so it is said first (SC-FR-BAK-3).

import { h, rebuild } from "../../elements/build.js";
import { choices } from "../../elements/choices.js";
import { button, card, emptyState, linkRow } from "../../elements/controls.js";
import { form, Unfinished } from "../../elements/form.js";
import { formats, say } from "../../elements/voice.js";
import { canShareFiles, download, shareFile } from "../../outside/files.js";
import { serverNotice } from "../waiting/away.js";
import { wear } from "./looks.js";
import { Sending } from "./sending.js";

export const words = "moving";

export async function backupScreen(app) {
    wear();
    const title = say("backup.title");
    if (!app.books.me.account.isOwner) return { title, class: "narrow", once: true, content: notYours };
    await app.books.listLedgers();
    const made = h("div", {});
    const show = (file) => rebuild(made, () => madeCard(app, file));
    const content = () => [
        h("p", { class: "lead" }, say("backup.lead")),
        made,
        backupCard(app, show),
        card({}, placeRows()),
    ];
    return { title, class: "narrow", once: true, content };
}

/** Through a server a backup is its owner's, of their own ledgers (docs/backup.md). */
export function notYours() {
    return emptyState({ picture: "saving", title: say("server.notYours"), text: say("backup.notYoursText") });
}

function placeRows() {
    return [
        { picture: "undo", label: say("restore.title"), detail: say("restore.detail"), href: "/backup/restore" },
        { picture: "server", label: say("server.title"), detail: say("backup.serverDetail"), href: "/server" },
    ].map(linkRow);
}

function backupCard(app, show) {
    const ledgers = (app.books.ledgers ?? []).filter(({ sync }) => sync?.problem?.code !== "ledger-unreadable");
    if (ledgers.length === 0) return card({}, h("p", { class: "hint" }, say("backup.none")));
    const options = ledgers.map(({ id, name }) => ({ value: id, label: name }));
    const chosen = ledgers.map(({ id }) => id);
    const which = choices({ legend: say("backup.which"), name: "ledgerIds", multiple: true, options, chosen });
    return backupForm(app, { which, show });
}

/** `which`: a choice of ledgers; without it, all of them. `show(file)` is told when the file is there. */
export function backupForm(app, { which = null, show }) {
    const sending = new Sending(app);
    const understood = choices({
        legend: say("backup.warning"),
        name: "understood",
        multiple: true,
        options: [{ value: "yes", label: say("backup.understood") }],
        chosen: [],
        hint: h("p", { class: "hint" }, say("backup.warningText")),
    });
    const send = async () => {
        const ledgerIds = which?.chosen();
        if (ledgerIds?.length === 0) throw new Unfinished([{ field: "ledgerIds", code: "missing" }]);
        if (understood.chosen().length === 0) throw new Unfinished([{ field: "understood", code: "missing" }]);
        const file = await takeBackup(sending, ledgerIds);
        if (file) show(file);
    };
    return card(
        { title: say("backup.make") },
        form({
            notice: [sending.element, serverNotice(app)],
            fields: { ...(which && { ledgerIds: which }), understood },
            content: [which, understood].filter(Boolean),
            label: say("backup.action"),
            send,
        }),
    );
}

/** Answers the file, which is on its way into the folder of downloads; null when it was given up. */
async function takeBackup(sending, ledgerIds) {
    const body = JSON.stringify({ understood: true, ...(ledgerIds && { ledgerIds }) });
    const request = { path: "/backup", body, type: "application/json", isFile: true };
    const answer = await sending.run(request, { sending: say("backup.making"), reading: say("backup.making") });
    if (!answer) return null;
    download(answer.file);
    return answer.file;
}

function madeCard(app, file) {
    const share = async () => (await shareFile(file)) || app.toast(say("export.again"));
    const ways = [
        button({ label: say("backup.saveAgain"), picture: "download", onclick: () => download(file) }),
        canShareFiles(file.name, file.type) &&
        button({ label: say("export.share"), picture: "share", onclick: () => app.attempt(share) }),
    ];
    return card({ title: say("backup.made"), class: "stack" }, [
        h("p", { role: "status" }, h("span", { class: "code" }, file.name), ` · ${formats.bytes(file.size)}`),
        h("p", { class: "hint" }, say("backup.madeText")),
        h("div", { class: "ways" }, ways.filter(Boolean)),
    ]);
}
