// Who changed what: every version of an expense, fetched when it is unfolded; the last change can be taken back.

import { h } from "../elements/build.js";
import { button } from "../elements/controls.js";
import { sentence } from "../elements/sentence.js";
import { named } from "../elements/person.js";
import { formats, say } from "../elements/voice.js";
import { changesBetween } from "../core/changes.js";
import { inLedger } from "./route.js";
import { undoEvent } from "./activity/undo.js";
import { serverNotice } from "./waiting/away.js";
import { describeChange } from "./change-words.js";

/** One element that lives as long as its sheet, so that it stays unfolded when the rest is built anew. */
export function historyFold(app, place) {
    const list = h("ol", { class: "history" });
    const fold = h("details", { class: "fold", "data-key": "history" }, h("summary", {}, say("history.title")), list);
    const load = async () => {
        if (!fold.open) return;
        try {
            const path = `${inLedger(place.ledger, "expenses", place.params.expense)}/history`;
            const { items } = await app.books.ask("GET", path);
            list.replaceChildren(...versions(app, place.ledger, items, load));
        } catch (error) {
            list.replaceChildren(h("li", {}, sentence(error)));
        }
    };
    fold.addEventListener("toggle", load);
    return fold;
}

function versions(app, ledger, items, load) {
    const rows = items.map((version, index) => versionItem(ledger, version, items[index - 1])).reverse();
    if (items.length > 1) rows[0].append(serverNotice(app), undoButton(app, ledger, items.at(-1), load));
    return rows;
}

function undoButton(app, ledger, { eventId }, load) {
    const onclick = async () => {
        if (await undoEvent(app, ledger, eventId)) await load();
    };
    return button({ label: say("activity.undo"), picture: "undo", kind: "quiet small", onclick });
}

function versionItem(ledger, version, before) {
    const who = named(ledger.person(version.by), ledger);
    const changes = version.kind === "updated" && before?.expense
        ? changesBetween(before.expense, version.expense)
        : [];
    return h(
        "li",
        {},
        h("p", {}, say(`history.${version.kind}`, { who })),
        changes.length > 0 && h("ul", {}, changes.map((change) => h("li", {}, describeChange(ledger, change)))),
        h("small", {}, formats.instant(version.at)),
    );
}
