// A small whole number with a button on either side: one less, one more. It can be typed as well.

import { h } from "./build.js";
import { button } from "./controls.js";
import { field } from "./field.js";
import { say } from "./voice.js";

/** Like `field`; `least` and `most` bound what the buttons do. What is typed is judged where it is read. */
export function stepper({ label, name, value, least = 1, most = 999, ...rest }) {
    const block = field({ label, name, value, inputmode: "numeric", ...rest });
    const { input } = block;
    const step = (by) => {
        const now = /^\d+$/.test(block.value) ? Number(block.value) : least - Math.max(0, by);
        input.value = String(Math.min(most, Math.max(least, now + by)));
        input.dispatchEvent(new Event("input", { bubbles: true }));
    };
    const less = button({ name: say("stepper.less", { what: label }), picture: "less", onclick: () => step(-1) });
    const more = button({ name: say("stepper.more", { what: label }), picture: "add", onclick: () => step(1) });
    const line = h("div", { class: "stepper" });
    input.replaceWith(line);
    line.append(less, input, more);
    return block;
}
