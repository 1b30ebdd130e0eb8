// The first stop of the Tab key: past the bar to what the screen is about (WCAG 2.4.1).

import { h } from "./build.js";
import { say } from "./voice.js";

export function skipLink() {
    const onclick = (event) => {
        event.preventDefault();
        document.querySelector("main h1")?.focus();
    };
    return h("a", { class: "button primary skip", href: "#stage", onclick }, say("action.skip"));
}
