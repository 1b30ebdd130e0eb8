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
    /** 1 where the start of a line is on the left, -1 where it is on the right. */
    #way = 1;

    connectedCallback() {
        if (this.front) return;
        this.front = this.firstElementChild;
        this.addEventListener("pointerdown", (event) => this.#down(event));
        this.addEventListener("pointermove", (event) => this.#move(event));
        this.addEventListener("pointerup", (event) => this.#up(event));
        this.addEventListener("pointercancel", () => this.#settle(0));
        this.addEventListener("click", (event) => this.#swiping && event.preventDefault(), true);
        this.addEventListener("dragstart", (event) => event.preventDefault());
    }

    /** After all it stays. */
    comeBack() {
        this.#settle(0);
    }

    #down({ clientX, clientY, isPrimary, pointerType }) {
        this.#swiping = false;
        const atEdge = clientX < edge || clientX > innerWidth - edge;
        this.#way = getComputedStyle(this).direction === "rtl" ? -1 : 1;
        this.#start = isPrimary && pointerType !== "mouse" && !atEdge ? { clientX, clientY } : null;
    }

    #move({ clientX, clientY, pointerId }) {
        if (!this.#start) return;
        const [dx, dy] = [(clientX - this.#start.clientX) * this.#way, clientY - this.#start.clientY];
        if (!this.#swiping) {
            if (Math.abs(dy) > slop) this.#start = null;
            if (dx > -slop || -dx < 1.3 * Math.abs(dy)) return;
            this.#swiping = true;
            this.#showBack();
            this.setPointerCapture(pointerId);
        }
        this.#shift(Math.min(0, dx + slop));
    }

    /** What lies beneath is made when it is seen: there are many rows, and few are ever swept. */
    #showBack() {
        if (this.firstElementChild !== this.front) return;
        this.prepend(h("span", { class: "swipe-back", "aria-hidden": "true" }, icon("trash")));
    }

    #up({ clientX }) {
        if (!this.#swiping) return;
        const far = this.#start && (this.#start.clientX - clientX) * this.#way > trigger;
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
