// A sheet that rises from the bottom: a native <dialog>, so focus, Escape and the inert page behind come for free.

import { h } from "./build.js";
import { button } from "./controls.js";
import { followFinger, followKeyboard } from "./sheet-moves.js";
import { say } from "./voice.js";

/**
 * Shows a sheet. `close()` lets it go with its animation; `onclose` runs when the person closes it (button, Escape, a tap
 * beside it, dragging it down), before anything else. `beside`: it stands next to the page, which stays in use.
 */
export function sheet({ title, content, onclose, class: extra = "", beside = false }) {
    const opener = document.activeElement;
    const heading = h("h2", { class: "sheet-title", tabindex: "-1" }, title);
    const leave = () => onclose();
    const head = sheetHead(heading, leave);
    const body = h("div", { class: "sheet-body" }, content);
    const dialog = h("dialog", { class: `sheet ${beside ? "beside" : extra}`, "aria-label": title }, head, body);
    dialog.addEventListener("cancel", (event) => {
        event.preventDefault();
        leave();
    });
    for (const closing of document.querySelectorAll("dialog[data-closing], .veil")) closing.remove();
    document.body.append(dialog);
    const rest = beside ? standBeside(dialog, leave) : riseOver(dialog, head, leave);
    if (!dialog.querySelector("[autofocus]")) heading.focus({ preventScroll: true });
    const close = () => {
        rest();
        return beside ? endBeside(dialog, opener) : dismiss(dialog, opener);
    };
    return { dialog, body, heading, close };
}

function sheetHead(heading, leave) {
    const close = button({ name: say("action.close"), picture: "close", kind: "quiet", onclick: leave });
    return h("div", { class: "sheet-head" }, heading, close);
}

/** Answers what ends the listening. */
function riseOver(dialog, head, leave) {
    dialog.addEventListener("pointerdown", (event) => event.target === dialog && isBeside(dialog, event) && leave());
    dialog.prepend(h("span", { class: "sheet-handle", "aria-hidden": "true" }));
    followFinger(dialog, head, leave);
    dialog.showModal();
    return followKeyboard(dialog);
}

function standBeside(dialog, leave) {
    dialog.addEventListener("keydown", ({ key }) => key === "Escape" && leave());
    dialog.show();
    return () => {};
}

/** Focus goes back to where it came from; what takes its place appears in the same frame. */
function endBeside(dialog, opener) {
    dialog.close();
    dialog.remove();
    returnFocus(dialog, opener);
}

function isBeside(dialog, { clientX, clientY }) {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/** The page behind is there again at once, focus and all; what still sinks away is only a picture. */
async function dismiss(dialog, opener) {
    dialog.inert = true;
    dialog.setAttribute("aria-hidden", "true");
    dialog.dataset.closing = "";
    dialog.close();
    const veil = h("div", { class: "veil", "aria-hidden": "true" });
    dialog.before(veil);
    returnFocus(dialog, opener);
    await Promise.allSettled(dialog.getAnimations().map(({ finished }) => finished));
    veil.remove();
    dialog.remove();
}

/** To what opened the sheet, or what stands for it now, or the top of the screen: never to nowhere. */
function returnFocus(dialog, opener) {
    const now = document.activeElement ?? document.body;
    if (now !== document.body && !dialog.contains(now)) return;
    const key = opener?.dataset?.key;
    const again = key && document.querySelector(`:not(dialog) > [data-key="${CSS.escape(key)}"]`);
    (again || document.querySelector("main h1"))?.focus({ preventScroll: true });
}

/** Asks before something that cannot be taken back. Answers true or false. */
export function confirmed({ title, text, action, kind = "danger" }) {
    return new Promise((resolve) => {
        const answer = (yes) => {
            shown.close();
            resolve(yes);
        };
        const shown = sheet({
            title,
            class: "small",
            onclose: () => answer(false),
            content: [
                h("p", { class: "sheet-text" }, text),
                h(
                    "div",
                    { class: "form-end" },
                    button({ label: action, kind, onclick: () => answer(true) }),
                    button({ label: say("action.cancel"), onclick: () => answer(false) }),
                ),
            ],
        });
    });
}
