// Buttons and links: one look each, at least 44 px tall.

import { h } from "./build.js";
import { icon } from "./icon.js";

/** `kind`: primary, plain, quiet or danger. Without a visible label give `name` for those who listen. */
export function button({ label, name, picture, kind = "plain", type = "button", onclick, key, ...rest }) {
    return h(
        "button",
        {
            type,
            class: `button ${kind}${label ? "" : " round"}`,
            "aria-label": label ? null : name,
            "data-key": key,
            onclick,
            ...rest,
        },
        picture && icon(picture),
        label && h("span", {}, label),
    );
}

export function linkButton({ label, name, picture, kind = "plain", href, ...rest }) {
    return h(
        "a",
        { class: `button ${kind}${label ? "" : " round"}`, href, "aria-label": label ? null : name, ...rest },
        picture && icon(picture),
        label && h("span", {}, label),
    );
}

/** A row that leads somewhere: picture, text, detail, and a small arrow. */
export function linkRow({ picture, label, detail, href, ...rest }) {
    return h(
        "a",
        { class: "row", href, ...rest },
        picture && h("span", { class: "row-picture" }, icon(picture)),
        h(
            "span",
            { class: "row-text" },
            h("span", { class: "row-title" }, label),
            detail && h("span", { class: "row-detail" }, detail),
        ),
        icon("forward"),
    );
}

/** A card with an optional heading. */
export function card({ title, class: extra = "", level = "h2" } = {}, ...children) {
    return h("section", { class: `card ${extra}` }, title && h(level, { class: "card-title" }, title), ...children);
}

/** What stands where a list will be: says what to do next. */
export function emptyState({ picture, title, text, action }) {
    return h(
        "div",
        { class: "empty" },
        h("span", { class: "empty-picture" }, icon(picture)),
        h("h2", {}, title),
        h("p", {}, text),
        action,
    );
}

/** Grey shapes while something is on its way. */
export function skeleton(rows = 4) {
    const bars = Array.from(
        { length: rows },
        () =>
            h(
                "div",
                { class: "skeleton-row" },
                h("span", { class: "bone disc medium" }),
                h("span", { class: "bone line" }),
            ),
    );
    return h("div", { class: "skeleton", "aria-hidden": "true" }, h("div", { class: "bone hero" }), bars);
}

/** An amount in the largest type; `tone` is "good", "bad" or nothing. */
export function hero(text, tone = "") {
    return h("p", { class: `hero ${tone}`, variables: { "--figures": String(text.length) } }, text);
}
