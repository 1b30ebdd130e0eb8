// Choices shown as chips. Underneath they are native radio buttons and checkboxes: arrow keys, space and screen readers work.

import { freshId, h } from "./build.js";
import { withProblems } from "./field.js";
import { disc } from "./person.js";

/**
 * `multiple` decides between checkboxes and radio buttons. Options are `{value, label, person?}`. The block answers
 * `.chosen()` (a list of values) and `.note(value, text)`, a small line under an option's label.
 */
export function choices({ legend, name, options, chosen, multiple = false, onchange, extra }) {
    const group = freshId(name);
    const notes = new Map();
    const chips = options.map((option) => {
        const input = h("input", { type: multiple ? "checkbox" : "radio", name: group, value: option.value, class: "chip-input", "data-key": `${name} ${option.value}` });
        input.checked = chosen.includes(option.value);
        notes.set(option.value, h("small", { class: "chip-note" }));
        return h("label", { class: "chip" }, input, option.person && disc(option.person, "small"),
            h("span", { class: "chip-text" }, h("span", { class: "chip-label" }, option.label), notes.get(option.value)));
    });
    const block = h("fieldset", { class: "choices", onchange }, h("legend", { class: "field-label" }, legend), h("div", { class: "chips" }, chips, extra));
    block.chosen = () => [...block.querySelectorAll(":scope .chip-input:checked")].map(({ value }) => value);
    block.note = (value, text) => { notes.get(value).textContent = text; };
    return withProblems(block, block);
}

/** Chips of people. */
export function peopleChoices({ people, label, ...rest }) {
    return choices({ options: people.map((person) => ({ value: person.id, label: label(person), person })), ...rest });
}
