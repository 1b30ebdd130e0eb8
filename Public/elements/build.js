// Elements are built from names and values, never from markup: Trusted Types stay switched on without a single exception.

import { onHost } from "../core/root-path.js";

/**
 * `h("a", {class: "row", href, onclick, "aria-label": "…"}, "text", child, …)`. A function is a listener, true an empty
 * attribute; null and false leave it out. Children may be text, nodes, lists, or nothing. `href` and `src` are addresses of the app.
 */
export function h(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
    element.append(...children.flat(Infinity).filter((child) => child || child === 0));
    return element;
}

function setAttribute(element, name, value) {
    if (value === null || value === undefined || value === false) return;
    if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
    else if (name === "variables") Object.entries(value).forEach(([key, one]) => element.style.setProperty(key, one));
    else if (name === "value") element.value = value;
    else if (name === "href" || name === "src") element.setAttribute(name, onHost(value));
    else element.setAttribute(name, value === true ? "" : value);
}

/**
 * Replaces what is inside with what `build` answers, keeping the focus and what was unfolded or is an open menu: all are found again by
 * `data-key`. Both are noted before anything is built: a form that is kept leaves the page, and loses the focus, when it is
 * put into what is new.
 */
export function rebuild(parent, build) {
    const focused = parent.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const open = [...parent.querySelectorAll("[data-key]:is(details[open], :popover-open)")];
    const unfolded = new Set(open.map(({ dataset }) => dataset.key));
    arrange(parent, [build()].flat(Infinity).filter(Boolean));
    for (const element of parent.querySelectorAll("[data-key]")) {
        if (unfolded.has(element.dataset.key)) unfold(element);
        if (focused && element.dataset.key === focused) element.focus({ preventScroll: true });
    }
}

function unfold(element) {
    if (!element.popover) element.open = true;
    else if (!element.matches(":popover-open")) element.showPopover();
}

/** Makes these its children, in this order. What is among them already stays where it is: focus, animations, place in view. */
export function arrange(parent, children) {
    const wanted = new Set(children);
    for (const child of [...parent.childNodes]) if (!wanted.has(child)) child.remove();
    let place = parent.firstChild;
    for (const child of children) {
        if (child === place) place = place.nextSibling;
        else parent.insertBefore(typeof child === "string" ? document.createTextNode(child) : child, place);
    }
}

/** A short id for `for`, `aria-describedby` and the like. */
export function freshId(stem) {
    return `${stem}-${++lastId}`;
}

let lastId = 0;
