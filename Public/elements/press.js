// What is pressed stays what it is until it is let go: built anew meanwhile, nothing would be clicked.

/** Milliseconds. Who presses longer means no click; when a finger is gone its click may be still to come. */
const [longest, clickAfter] = [1000, 100];

/** Whether something on the page is pressed, and what waits until it is let go. */
export class Press {
    #timer = null;
    #due = new Set();

    constructor() {
        addEventListener("pointerdown", () => this.#hold(longest), true);
        addEventListener("pointerup", () => this.#hold(clickAfter), true);
        for (const over of ["click", "pointercancel"]) addEventListener(over, () => this.#hold(0), true);
    }

    /** Does the work: at once, or when what is pressed has been let go, and then once. */
    after(work) {
        if (this.#timer === null) work();
        else this.#due.add(work);
    }

    #hold(milliseconds) {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#end(), milliseconds);
    }

    #end() {
        this.#timer = null;
        const due = [...this.#due];
        this.#due.clear();
        due.forEach((work) => work());
    }
}
