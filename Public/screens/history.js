// Who changed what: every version of an expense, fetched when it is unfolded.

import { h } from "../elements/build.js";
import { sentence } from "../elements/form.js";
import { named } from "../elements/person.js";
import { formats, say } from "../elements/voice.js";
import { changesBetween } from "../core/changes.js";
import { inLedger } from "./route.js";
import { describeChange } from "./change-words.js";

/** One element that lives as long as its sheet, so that it stays unfolded when the rest is built anew. */
export function historyFold(app, place) {
    const list = h("ol", { class: "history" });
    const fold = h("details", { class: "fold", "data-key": "history" }, h("summary", {}, say("history.title")), list);
    fold.addEventListener("toggle", async () => {
        if (!fold.open) return;
        try {
            const { items } = await app.books.ask(
                "GET",
                `${inLedger(place.ledger, "expenses", place.params.expense)}/history`,
            );
            list.replaceChildren(
                ...items.map((version, index) => versionItem(place.ledger, version, items[index - 1])).reverse(),
            );
        } catch (error) {
            list.replaceChildren(h("li", {}, sentence(error)));
        }
    });
    return fold;
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
