// A row that can be swept towards the start to act on it. The same act always has a button elsewhere (WCAG 2.5.7).

import { h } from "./build.js";
import { icon } from "./icon.js";

/** Pixels: the system's own back gesture begins at the edge; below the slop a touch is a tap; past the trigger it acts. */
const edge = 30;
const slop = 10;
const trigger = 110;

/** `<swipe-row>`: wraps one child; tells `swept` when it was swept far enough. */
export class SwipeRow extends HTMLElement {
    #start = null;
    #swiping = false;

    connectedCallback() {
        if (this.front) return;
        this.front = this.firstElementChild;
        this.prepend(h("span", { class: "swipe-back", "aria-hidden": "true" }, icon("trash")));
        this.addEventListener("pointerdown", (event) => this.#down(event));
        this.addEventListener("pointermove", (event) => this.#move(event));
        this.addEventListener("pointerup", (event) => this.#up(event));
        this.addEventListener("pointercancel", () => this.#settle(0));
        this.addEventListener("click", (event) => this.#swiping && event.preventDefault(), true);
        this.addEventListener("dragstart", (event) => event.preventDefault());
    }

    #down({ clientX, clientY, isPrimary, pointerType }) {
        this.#swiping = false;
        const atEdge = clientX < edge || clientX > innerWidth - edge;
        this.#start = isPrimary && pointerType !== "mouse" && !atEdge ? { clientX, clientY } : null;
    }

    #move({ clientX, clientY, pointerId }) {
        if (!this.#start) return;
        const [dx, dy] = [clientX - this.#start.clientX, clientY - this.#start.clientY];
        if (!this.#swiping) {
            if (Math.abs(dy) > slop) this.#start = null;
            if (dx > -slop || -dx < 1.3 * Math.abs(dy)) return;
            this.#swiping = true;
            this.setPointerCapture(pointerId);
        }
        this.#shift(Math.min(0, dx + slop));
    }

    #up({ clientX }) {
        if (!this.#swiping) return;
        const far = this.#start && this.#start.clientX - clientX > trigger;
        this.#settle(far ? -this.clientWidth : 0);
        if (far) this.dispatchEvent(new Event("swept"));
    }

    #shift(pixels) {
        this.toggleAttribute("data-moving", true);
        this.style.setProperty("--shift", `${pixels}px`);
    }

    #settle(pixels) {
        this.#start = null;
        this.removeAttribute("data-moving");
        this.style.setProperty("--shift", `${pixels}px`);
    }
}
