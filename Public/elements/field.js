// A labelled field that can say what is wrong with it, right where it is.

import { freshId, h } from "./build.js";

/**
 * Answers the whole block; `.input` is the control, `.value` its value, `.showProblem(text)` puts the sentence under it
 * and ties it to the control for those who listen.
 */
export function field({ label, hint, name, type = "text", tag = "input", options, value = "", ...rest }) {
    const id = freshId(name);
    const input = h(tag, { id, name, class: "input", type: tag === "input" ? type : null, ...rest }, options);
    input.value = value;
    const text = h("label", { class: "field-label", for: id }, label);
    const block = h("div", { class: "field" }, text, input, hint && h("p", { class: "hint", id: `${id}-hint` }, hint));
    if (hint) input.setAttribute("aria-describedby", `${id}-hint`);
    return withProblems(block, input);
}

/** A group of choices (or any block) that can show a problem; `control` gets the focus. */
export function withProblems(block, control) {
    const line = h("p", { class: "problem", id: freshId("problem"), hidden: true });
    const described = control.getAttribute("aria-describedby");
    block.append(line);
    block.input = control;
    block.showProblem = (text) => {
        line.textContent = text ?? "";
        line.hidden = !text;
        control.toggleAttribute("data-invalid", Boolean(text));
        if (control.matches("input, select, textarea")) control.setAttribute("aria-invalid", String(Boolean(text)));
        control.setAttribute("aria-describedby", [described, text && line.id].filter(Boolean).join(" "));
    };
    control.addEventListener("input", () => block.showProblem(null));
    return block;
}

export function option(value, label, selected = false) {
    return h("option", { value, selected }, label);
}
