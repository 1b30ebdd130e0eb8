// The amount of an expense or settlement: large, first, with its currency sign, as wide as what is in it. A sum may be typed;
// what it comes to stands below, and is what the field says.

import { longestSum, readTypedSum } from "../core/arithmetic.js";
import { moneyToText } from "../core/money.js";
import { button } from "./controls.js";
import { freshId, h } from "./build.js";
import { withProblems } from "./field.js";
import { formats, money, say } from "./voice.js";

export function amountField({ label, ledger, value = "" }) {
    const input = amountInput(ledger, value);
    const name = say("amount.label", { label, currency: formats.currencyName(ledger.currency) });
    const result = h("output", { class: "amount-sum", for: input.id });
    const line = h("div", { class: "amount-line" }, currencySign(ledger), input);
    const follow = () => {
        const figures = input.value.length || input.placeholder.length;
        line.style.setProperty("--figures", String(figures));
        result.textContent = sumWords(ledger, input.value);
    };
    input.addEventListener("input", follow);
    follow();
    const heading = h("label", { class: "unseen", for: input.id }, name);
    const block = h(
        "div",
        { class: "amount-field" },
        heading,
        line,
        h("div", { class: "amount-below" }, result, keys(input)),
    );
    return withProblems(block, input, () => saidAmount(input.value.trim(), ledger.minorDigits));
}

function currencySign({ currency }) {
    return h("span", { class: "amount-sign", "aria-hidden": "true" }, formats.currencySign(currency));
}

/** What a sum comes to, as if that had been typed; anything else as it was typed. */
function saidAmount(typed, digits) {
    const { minor, problem, isSum } = readTypedSum(typed, digits);
    if (!isSum) return typed;
    return problem === "notPositive"
        ? moneyToText(0n, digits)
        : minor === undefined
        ? typed
        : moneyToText(minor, digits);
}

function sumWords(ledger, typed) {
    const { minor, isSum, isRounded } = readTypedSum(typed, ledger.minorDigits);
    if (!isSum || minor === undefined) return "";
    return say(isRounded ? "amount.rounded" : "amount.sum", { amount: money(minor, ledger) });
}

/** Ready for typing at once when it is still empty; the decimal keyboard on a phone. */
function amountInput(ledger, value) {
    return h("input", {
        id: freshId("amount"),
        name: "amount",
        class: "amount-input",
        type: "text",
        inputmode: "decimal",
        autocomplete: "off",
        enterkeyhint: "next",
        maxlength: longestSum,
        placeholder: moneyToText(0n, ledger.minorDigits).replace(".", formats.decimalMark),
        value,
        autofocus: !value,
    });
}

/** The signs that the decimal keyboard of a phone has not got. Whoever has a keyboard types them: no stop for Tab. */
function keys(input) {
    const key = ([name, shown]) =>
        button({
            label: shown,
            kind: "quiet small amount-key",
            tabindex: -1,
            "aria-label": say(`amount.key.${name}`),
            onmousedown: (event) => event.preventDefault(),
            onclick: () => type(input, shown),
        });
    return h("div", { class: "amount-keys" }, signs.map(key));
}

const signs = [["plus", "+"], ["minus", "−"], ["times", "×"], ["dividedBy", "÷"]];

/** As if it had been typed where the caret is. */
function type(input, text) {
    input.focus();
    input.setRangeText(text, input.selectionStart, input.selectionEnd, "end");
    input.dispatchEvent(new Event("input", { bubbles: true }));
}
