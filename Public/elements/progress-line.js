// How far something is that takes longer than a moment, with a way to give it up.

import { h } from "./build.js";
import { button } from "./controls.js";

/**
 * `show(words, {part, detail})`: what is being done, how much of it is done (from 0 to 1; null while nobody knows), and a detail
 * that is not read aloud each time it changes. `done()` takes it away. `cancel` names the button and says what it does.
 */
export class ProgressLine {
    #words = h("p", { role: "status" });
    #bar = h("progress", { max: 1 });
    #detail = h("p", { class: "hint" });

    constructor({ cancel } = {}) {
        this.button = cancel ? button({ label: cancel.label, kind: "quiet", onclick: cancel.run }) : null;
        this.element = h("div", { class: "progress", hidden: true });
        this.element.append(...[this.#words, this.#bar, this.#detail, this.button].filter(Boolean));
    }

    show(words, { part = null, detail = "", isFinal = false } = {}) {
        this.element.hidden = false;
        if (this.#words.textContent !== words) this.#words.textContent = words;
        this.#bar.setAttribute("aria-label", words);
        if (part === null) this.#bar.removeAttribute("value");
        else this.#bar.value = part;
        this.#detail.textContent = detail;
        this.button?.toggleAttribute("hidden", isFinal);
    }

    done() {
        this.element.hidden = true;
        this.#words.textContent = "";
    }
}
