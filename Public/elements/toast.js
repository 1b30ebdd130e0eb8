// A short message at the bottom, spoken by screen readers, with at most one thing to do about it.

import { h } from "./build.js";
import { button } from "./controls.js";

const staysFor = 7000;

/** `<toast-line>`: the one place for such messages; the newest replaces the one before. */
export class ToastLine extends HTMLElement {
    #timer;

    connectedCallback() {
        this.setAttribute("role", "status");
    }

    /**
     * `action`: `{label, run}`. Only who is about to act holds the message: a mouse that happens to stand where it came up
     * must not keep what is beneath covered. A tap anywhere on it lets it go.
     */
    show(text, action) {
        const hold = () => clearTimeout(this.#timer);
        const letGo = () => this.#hideLater();
        const act = action && button({
            label: action.label,
            kind: "quiet",
            onpointerenter: hold,
            onpointerleave: letGo,
            onfocus: hold,
            onblur: letGo,
        });
        const pressed = ({ target }) => {
            this.hide();
            if (act?.contains(target)) action.run();
        };
        this.replaceChildren(h("div", { class: "toast", onclick: pressed }, h("span", {}, text), act));
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
