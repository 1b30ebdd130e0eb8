// A word or two about something, smaller than text: what it is, or how it stands.

import { h } from "./build.js";
import { icon } from "./icon.js";

/** `tone`: "strong" for what asks for attention. */
export function badge(text, tone = "") {
    return h("span", { class: `tag ${tone}` }, text);
}

/** How something stands, with a picture: colour is not alone. */
export function stateBadge(state, picture, text) {
    return h("span", { class: "state-mark", "data-state": state }, icon(picture), text);
}
