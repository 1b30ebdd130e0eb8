// The lines of a receipt: what it was, what it cost, and whose it was.

import { h } from "../../elements/build.js";
import { peopleChoices } from "../../elements/choices.js";
import { button } from "../../elements/controls.js";
import { field, valuesOf } from "../../elements/field.js";
import { named } from "../../elements/person.js";
import { say } from "../../elements/voice.js";

/** What is spread over all lines in proportion. */
const extraNames = ["tax", "tip", "discount"];

/** A block with `typed()`: `{items, tax, tip, discount}`. A new line is for those whom `everybody()` names. */
export function itemRows(ledger, people, { items, ...typed }, everybody) {
    const extras = Object.fromEntries(extraNames.map((name) => [name, moneyField(name, typed[name])]));
    const lines = itemLines(ledger, people, items);
    const append = () => lines.append({ title: "", amount: "", participantIds: everybody() });
    const onclick = () => {
        append().focus();
        block.dispatchEvent(new Event("input", { bubbles: true }));
    };
    const more = button({ label: say("split.addItem"), picture: "add", onclick });
    const block = h("div", { class: "stack" }, lines.list, more, h("div", { class: "pair" }, Object.values(extras)));
    block.typed = () => ({ items: lines.typed(), ...valuesOf(extras) });
    block.begin = () => lines.isEmpty() && append();
    return block;
}

/** The list of lines; each can be taken away again. `append()` answers where its typing begins. */
function itemLines(ledger, people, items) {
    const list = h("ol", { class: "stack" });
    const rows = new Map();
    const append = (item) => {
        const remove = () => {
            rows.delete(row.element);
            row.element.remove();
            list.dispatchEvent(new Event("input", { bubbles: true }));
        };
        const row = itemRow(ledger, people, item, rows.size + 1, remove);
        rows.set(row.element, row);
        list.append(row.element);
        return row.first;
    };
    items.forEach(append);
    const typed = () => [...rows.values()].map((row, place) => row.typed(say("split.item", { n: place + 1 })));
    return { list, append, typed, isEmpty: () => rows.size === 0 };
}

function moneyField(name, value) {
    return field({ label: say(`split.${name}`), name, value, inputmode: "decimal", maxlength: 20 });
}

function itemRow(ledger, people, item, place, onclick) {
    const title = field({ label: say("split.itemTitle"), name: "itemTitle", value: item.title, maxlength: 200 });
    const amount = field({
        label: say("split.itemAmount"),
        name: "itemAmount",
        value: item.amount,
        inputmode: "decimal",
    });
    const who = peopleChoices({
        legend: say("split.itemPeople"),
        name: "item",
        people,
        label: (person) => named(person, ledger),
        chosen: item.participantIds,
        multiple: true,
    });
    const away = button({ name: say("split.removeItem", { n: place }), picture: "close", kind: "quiet", onclick });
    const head = h("div", { class: "item-head" }, title, amount, away);
    const typed = (name) => {
        return { title: title.value || name, amount: amount.value, participantIds: who.chosen() };
    };
    return { element: h("li", { class: "inset item" }, head, who), typed, first: title.input };
}
