// Who was found to be this very person; each can be taken apart again.

import { h } from "../../elements/build.js";
import { button } from "../../elements/controls.js";
import { formats, say } from "../../elements/voice.js";
import { serverNotice } from "../waiting/away.js";

export function mergedPart(app, ledger, { merged = [] }) {
    if (merged.length === 0) return null;
    const rows = merged.map((one) => row(app, ledger, one));
    return [
        h("h3", { class: "part-title" }, say("merge.also")),
        serverNotice(app),
        h("ul", { class: "list inset" }, rows),
    ];
}

function row(app, ledger, { name, mergeId, mergedAt }) {
    const onclick = () =>
        app.attempt(async () => {
            await app.books.ask("DELETE", `/merges/${encodeURIComponent(mergeId)}`);
            await app.books.catchUp(ledger.id);
            app.leave();
            app.toast(say("merge.undone", { name }));
        });
    const text = [
        h("span", { class: "row-title" }, name),
        h("span", { class: "row-detail" }, say("merge.at", { when: formats.instant(mergedAt) })),
    ];
    const undo = button({ label: say("merge.undo"), picture: "undo", kind: "quiet small", onclick });
    return h("li", { class: "row plain-row" }, h("span", { class: "row-text" }, text), undo);
}
