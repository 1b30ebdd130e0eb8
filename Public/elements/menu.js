// A button with three dots, and what can be done behind it: a menu button as the ARIA Authoring Practices describe it.

import { freshId, h } from "./build.js";
import { button } from "./controls.js";
import { icon } from "./icon.js";

/** `items`: `[{label, picture, kind?, run}]`. A tap beside it and Escape close it: it is a popover of the browser's own. */
export function menu({ name, items, key }) {
    const id = freshId("menu");
    const opener = button({ name, picture: "more", kind: "quiet", key, popovertarget: id, "aria-haspopup": "menu" });
    const list = h("div", { class: "menu", id, role: "menu", "aria-label": name, popover: "auto" });
    const keyOf = (part) => key && `${part} ${key}`;
    if (key) list.dataset.key = keyOf("menu");
    list.append(...items.map((item, place) => entry(item, list, keyOf(place))));
    list.addEventListener("beforetoggle", ({ newState }) => newState === "open" && place(list, opener));
    list.addEventListener("toggle", ({ newState }) => newState === "open" && opened(list, opener));
    list.addEventListener("keydown", (event) => move(event, [...list.children]));
    return h("span", { class: "menu-place" }, opener, list);
}

function entry({ label, picture, kind = "plain", run }, list, key) {
    const onclick = () => {
        list.hidePopover();
        run();
    };
    const looks = { type: "button", role: "menuitem", class: `menu-item ${kind}`, tabindex: "-1", "data-key": key };
    return h("button", { ...looks, onclick }, icon(picture), h("span", {}, label));
}

/** At the button, on the side of the window where there is more room. */
function place(list, opener) {
    const { left, right, top, bottom } = opener.getBoundingClientRect();
    const width = document.documentElement.clientWidth;
    const isLow = bottom > innerHeight * 0.6;
    const runsLeft = getComputedStyle(opener).direction === "rtl";
    const [start, end] = runsLeft ? [width - right, left] : [left, width - right];
    const at = {
        "--top": isLow ? "auto" : `${bottom}px`,
        "--bottom": isLow ? `${innerHeight - top}px` : "auto",
        "--start": start > end ? "auto" : `${start}px`,
        "--end": start > end ? `${end}px` : "auto",
    };
    for (const [variable, value] of Object.entries(at)) list.style.setProperty(variable, value);
}

/** It does not follow what moves beneath it. What was built anew around it, and stands where it stood, is no move. */
function opened(list, opener) {
    place(list, opener);
    if (!list.contains(document.activeElement)) list.firstElementChild.focus({ preventScroll: true });
    const { top } = opener.getBoundingClientRect();
    const follow = () => {
        if (list.matches(":popover-open") && Math.abs(opener.getBoundingClientRect().top - top) < 2) return;
        removeEventListener("scroll", follow, { capture: true });
        if (list.isConnected) list.hidePopover();
    };
    addEventListener("scroll", follow, { capture: true, passive: true });
}

function move(event, entries) {
    const here = entries.indexOf(document.activeElement);
    const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Tab") entries[0].parentElement.hidePopover();
    if (to === undefined) return;
    event.preventDefault();
    entries.at(to % entries.length).focus();
}
