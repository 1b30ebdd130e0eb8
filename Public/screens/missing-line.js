// Above "Save": what is still missing, all of it, before anybody has to press the button to find out.

import { h } from "../elements/build.js";
import { fieldSentence } from "../elements/sentence.js";
import { formats, say } from "../elements/voice.js";

export function missingLine() {
    const line = h("p", { class: "hint centred", "aria-live": "polite" });
    line.show = (problems = []) => {
        const missing = problems.filter(({ code }) => code === "missing").map(({ field }) => say(`missing.${field}`));
        const sums = problems.filter(({ amount }) => amount).map(fieldSentence);
        const named = missing.length > 0 && say("missing.line", { what: formats.list(missing) });
        line.textContent = [named, ...sums].filter(Boolean).join(" ");
    };
    return line;
}
