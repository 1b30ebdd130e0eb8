// What an expense was for, with the titles that were used before: they bring their labels and category with them.

import { knownTitles, suggestions } from "../core/suggestions.js";
import { h } from "../elements/build.js";
import { field } from "../elements/field.js";
import { suggestionsFor } from "../elements/suggestions.js";
import { say } from "../elements/voice.js";

/** So many fit beside each other on a phone. */
const most = 3;

/** `take({labelIds, categoryId})` is told what the chosen title had last. */
export function titleField(ledger, value, take) {
    const hints = { placeholder: say("expense.titleExample"), autocapitalize: "sentences", enterkeyhint: "done" };
    const block = field({ label: say("expense.title"), name: "title", value, ...hints });
    let titles = null;
    const find = (typed) => suggestions(titles ??= knownTitles(ledger.expenses), typed, most);
    const pick = (one) => {
        block.input.value = one.title;
        take(one);
        block.input.dispatchEvent(new Event("input", { bubbles: true }));
    };
    const list = suggestionsFor(block.input, { label: say("expense.suggestions"), find, pick });
    const whole = h("div", { class: "titled" }, block, list);
    whole.input = block.input;
    whole.showProblem = block.showProblem;
    Object.defineProperty(whole, "value", { get: () => block.value });
    return whole;
}
