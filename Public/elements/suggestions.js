// Suggestions below a field: a combobox as ARIA describes it. The caret stays in the field; arrow keys or a tap choose.

import { freshId, h } from "./build.js";

/**
 * `find(typed)` answers `[{title}]`; `pick(one)` is told what was chosen. Answers the place below the field: it opens with the
 * first focus and stays, so that nothing moves under a finger.
 */
export function suggestionsFor(input, { label, find, pick }) {
    const list = h("ul", { class: "suggestions", role: "listbox", id: freshId("suggestions"), "aria-label": label });
    const strip = h("div", { class: "suggestion-strip", hidden: true }, list);
    const state = { found: [], place: -1 };
    const show = (found) => {
        Object.assign(state, { found, place: -1 });
        list.replaceChildren(...found.map((one) => option(one, () => choose(one))));
        strip.hidden = strip.hidden && found.length === 0;
        mark(input, list, state);
    };
    const choose = (one) => {
        pick(one);
        show([]);
    };
    const follow = () => show(find(input.value));
    tie(input, list);
    input.addEventListener("input", follow);
    input.addEventListener("focus", follow);
    input.addEventListener("keydown", (event) => steer(event, { input, list, state, choose, show }));
    show([]);
    return strip;
}

function tie(input, list) {
    const says = { role: "combobox", "aria-autocomplete": "list", "aria-controls": list.id };
    for (const [name, value] of Object.entries(says)) input.setAttribute(name, value);
}

/** Pressing it leaves the focus, and with it the keyboard of a phone, where it is. */
function option({ title }, choose) {
    const stay = (event) => event.preventDefault();
    const attributes = { class: "suggestion", role: "option", id: freshId("suggestion"), "aria-selected": "false" };
    return h("li", { ...attributes, onmousedown: stay, onclick: choose }, title);
}

function mark(input, list, { found, place }) {
    list.hidden = found.length === 0;
    input.setAttribute("aria-expanded", String(found.length > 0));
    [...list.children].forEach((one, index) => one.setAttribute("aria-selected", String(index === place)));
    if (place >= 0) input.setAttribute("aria-activedescendant", list.children[place].id);
    else input.removeAttribute("aria-activedescendant");
}

function steer(event, { input, list, state, choose, show }) {
    const { found, place } = state;
    if (found.length === 0 || event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
        state.place = place < 0 && step < 0 ? found.length - 1 : (place + step + found.length) % found.length;
        mark(input, list, state);
    } else if (event.key === "Enter" && place >= 0) choose(found[place]);
    else if (event.key === "Escape") show([]);
    else return;
    event.preventDefault();
    event.stopPropagation();
}
