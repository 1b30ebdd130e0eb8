// One small field for each person: a number of shares, a percentage, an amount.

import { h } from "../../elements/build.js";
import { withProblems } from "../../elements/field.js";
import { disc, named } from "../../elements/person.js";

/**
 * A block with `texts()`, `fill(texts)`, `showFor(ids)`, `measure(unit)`, which stands behind every field, and `bear(notes)`,
 * which stands under a name. `texts()` has the people in their order, and only those who are shown.
 */
export function partRows(ledger, people, { legend, texts, inputmode = "decimal" }) {
    const rows = people.map((person) => partRow(ledger, person, texts[person.id] ?? "", inputmode));
    const heading = h("legend", { class: "field-label" }, legend);
    const block = h("fieldset", { class: "choices" }, heading, h("ul", { class: "parts" }, rows.map(({ row }) => row)));
    block.texts = () => {
        const shown = rows.filter(({ row }) => !row.hidden);
        return Object.fromEntries(shown.map(({ person, input }) => [person.id, input.value]));
    };
    block.fill = (values) => rows.forEach(({ person, input }) => (input.value = values[person.id] ?? ""));
    block.showFor = (ids) => rows.forEach(({ person, row }) => (row.hidden = !ids.includes(person.id)));
    block.measure = (unit, keyboard = inputmode) =>
        rows.forEach((row) => {
            row.unit.textContent = unit;
            row.input.inputMode = keyboard;
        });
    block.bear = (shares) => rows.forEach(({ person, note }) => (note.textContent = shares.get(person.id) ?? ""));
    block.entitle = (text) => (heading.textContent = text);
    const shown = withProblems(block, block);
    shown.focus = () => rows.find(({ row }) => !row.hidden)?.input.focus();
    return shown;
}

function partRow(ledger, person, value, inputmode) {
    const hints = { inputmode, autocomplete: "off", enterkeyhint: "next", maxlength: 20 };
    const input = h("input", { class: "input part-input", type: "text", value, ...hints });
    const unit = h("span", { class: "part-unit" });
    const note = h("small", { class: "chip-note" });
    const name = h("span", { class: "chip-text" }, h("span", { class: "chip-label" }, named(person, ledger)), note);
    const row = h("li", {}, h("label", { class: "part" }, disc(person, "small"), name, input, unit));
    return { person, row, input, unit, note };
}
