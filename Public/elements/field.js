// A labelled field that can say what is wrong with it, right where it is.

import { freshId, h } from "./build.js";
import { limits } from "../core/drafts.js";

/**
 * Answers the whole block; `.input` is the control, `.value` what is in it (trimmed, but for a password), `.showProblem(text)`
 * puts the sentence under it and ties it to the control for those who listen.
 */
export function field({ label, hint, name, type = "text", tag = "input", options, value = "", ...rest }) {
    const id = freshId(name);
    const kind = tag === "input" ? type : null;
    const input = h(tag, { id, name, class: "input", type: kind, autocomplete: "off", ...rest }, options);
    input.value = value;
    const text = h("label", { class: "field-label", for: id }, label);
    const advice = hint && h("p", { class: "hint", id: `${id}-hint` }, hint);
    if (hint) input.setAttribute("aria-describedby", `${id}-hint`);
    return withProblems(h("div", { class: "field" }, text, input, advice), input);
}

/** Somebody's or something's name: one line, with the limit of its kind. */
export function nameField({ label, value, limit = limits.name, ...rest }) {
    return field({ label, name: "name", value, maxlength: limit, autocapitalize: "words", ...rest });
}

export function dateField({ label, name, value, ...rest }) {
    return field({ label, name, type: "date", value: value ?? "", ...rest });
}

export function noteField({ label, value }) {
    return field({ label, name: "note", tag: "textarea", rows: 2, value, maxlength: limits.note });
}

/** For what is not meant for spell checkers and auto-correction: codes and paths. */
export const exactText = Object.freeze({ autocapitalize: "none", autocorrect: "off", spellcheck: "false" });

/**
 * A group of choices (or any block) that can show a problem; `control` gets the focus. `value` answers what the block says,
 * where that is not what is in the control.
 */
export function withProblems(block, control, value = null) {
    const line = h("p", { class: "problem", id: freshId("problem"), hidden: true });
    const described = control.getAttribute("aria-describedby");
    const speaks = control.matches("input, select, textarea");
    block.append(line);
    block.input = control;
    const typed = () => (control.type === "password" ? control.value : control.value.trim());
    if (block !== control) Object.defineProperty(block, "value", { get: value ?? typed });
    block.showProblem = (text) => {
        line.textContent = text ?? "";
        line.hidden = !text;
        control.toggleAttribute("data-invalid", Boolean(text));
        if (speaks) control.setAttribute("aria-invalid", String(Boolean(text)));
        control.setAttribute("aria-describedby", [described, text && line.id].filter(Boolean).join(" "));
    };
    control.addEventListener("input", () => block.showProblem(null));
    return block;
}

/** What was typed into several fields, by name. */
export function valuesOf(fields) {
    return Object.fromEntries(Object.entries(fields).map(([name, block]) => [name, block.value]));
}

export function option(value, label, selected = false) {
    return h("option", { value, selected }, label);
}
