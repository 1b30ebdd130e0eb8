// A sheet that rises from the bottom: a native <dialog>, so focus, Escape and the inert page behind come for free.

import { h } from "./build.js";
import { button } from "./controls.js";
import { say } from "./voice.js";

/**
 * Shows a sheet. `close()` lets it go with its animation; `onclose` runs when the person closes it (button, Escape, a tap
 * beside it), before anything else.
 */
export function sheet({ title, content, onclose, class: extra = "", beside = false }) {
    const heading = h("h2", { class: "sheet-title", tabindex: "-1" }, title);
    const leave = () => onclose();
    const body = h("div", { class: "sheet-body" }, content);
    const dialog = h(
        "dialog",
        { class: `sheet ${extra}`, "aria-label": title },
        h(
            "header",
            { class: "sheet-head" },
            heading,
            button({ name: say("action.close"), picture: "close", kind: "quiet", onclick: leave }),
        ),
        body,
    );
    dialog.addEventListener("cancel", (event) => {
        event.preventDefault();
        leave();
    });
    dialog.addEventListener("pointerdown", (event) => event.target === dialog && isBeside(dialog, event) && leave());
    for (const closing of document.querySelectorAll("dialog[data-closing]")) closing.remove();
    document.body.append(dialog);
    if (beside) dialog.show();
    else dialog.showModal();
    if (!dialog.querySelector("[autofocus]")) heading.focus();
    return { dialog, body, heading, close: () => dismiss(dialog) };
}

function isBeside(dialog, { clientX, clientY }) {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/** The page behind is there again at once, focus and all; what still sinks away is only a picture. */
async function dismiss(dialog) {
    dialog.inert = true;
    dialog.setAttribute("aria-hidden", "true");
    dialog.dataset.closing = "";
    dialog.close();
    await Promise.allSettled(dialog.getAnimations().map(({ finished }) => finished));
    dialog.remove();
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
