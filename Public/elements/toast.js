// A short message at the bottom, spoken by screen readers, with at most one thing to do about it.

import { h } from "./build.js";
import { button } from "./controls.js";

const staysFor = 7000;

/** `<toast-line>`: the one place for such messages; the newest replaces the one before. */
export class ToastLine extends HTMLElement {
    #timer;

    connectedCallback() {
        this.setAttribute("role", "status");
        this.addEventListener("pointerenter", () => clearTimeout(this.#timer));
        this.addEventListener("focusin", () => clearTimeout(this.#timer));
        this.addEventListener("pointerleave", () => this.#hideLater());
    }

    /** `action`: `{label, run}`. Stays while it is pointed at or focused. */
    show(text, action) {
        const act = action && button({
            label: action.label,
            kind: "quiet",
            onclick: () => {
                this.hide();
                action.run();
            },
        });
        this.replaceChildren(h("div", { class: "toast" }, h("span", {}, text), act));
        this.#toFront();
        this.#hideLater();
    }

    hide() {
        clearTimeout(this.#timer);
        this.replaceChildren();
    }

    /** Above an open sheet too: the top layer is the only place that covers a dialog. */
    #toFront() {
        if (!("popover" in this)) return;
        this.popover = "manual";
        if (this.matches(":popover-open")) this.hidePopover();
        this.showPopover();
    }

    #hideLater() {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.hide(), staysFor);
    }
}
