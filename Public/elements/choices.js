// Choices shown as chips. Underneath they are native radio buttons and checkboxes: arrow keys, space and screen readers work.

import { freshId, h } from "./build.js";
import { withProblems } from "./field.js";
import { disc } from "./person.js";

/**
 * `look: "segmented"` is for a few short ones of which always one is on. `multiple` decides between checkboxes and radio buttons. Options are `{value, label, person?, lang?}`. The block answers
 * `.chosen()` (a list of values) and `.note(value, text)`, a small line under an option's label.
 */
export function choices({ legend, name, options, chosen, multiple = false, hint, look = "" }) {
    const group = { type: multiple ? "checkbox" : "radio", name: freshId(name), class: "chip-input" };
    const notes = new Map(options.map(({ value }) => [value, h("small", { class: "chip-note" })]));
    const chips = options.map((option) => chip(option, group, chosen.includes(option.value), notes.get(option.value)));
    const heading = h("legend", { class: "field-label" }, legend);
    const block = h("fieldset", { class: `choices ${look}` }, heading, hint, h("div", { class: "chips" }, chips));
    block.chosen = () => [...block.querySelectorAll(".chip-input:checked")].map(({ value }) => value);
    block.note = (value, text) => {
        notes.get(value).textContent = text;
    };
    return withProblems(block, block);
}

function chip({ value, label, person, lang }, group, checked, note) {
    const input = h("input", { ...group, value });
    input.checked = checked;
    const text = h("span", { class: "chip-text" }, h("span", { class: "chip-label", lang }, label), note);
    return h("label", { class: "chip" }, input, person && disc(person, "small"), text);
}

/** Chips of people. */
export function peopleChoices({ people, label, ...rest }) {
    return choices({ options: people.map((person) => ({ value: person.id, label: label(person), person })), ...rest });
}

/** Chips of a ledger's labels, of which any number may be chosen. */
export function labelChips({ legend, labels, chosen }) {
    const options = labels.map(({ id, name }) => ({ value: id, label: name }));
    return choices({ legend, name: "label", multiple: true, chosen, options });
}
