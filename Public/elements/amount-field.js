// The amount of an expense or settlement: large, first, with its currency sign, as wide as what is in it.

import { freshId, h } from "./build.js";
import { withProblems } from "./field.js";
import { formats, say } from "./voice.js";

export function amountField({ label, ledger, value = "", autofocus = false, oninput }) {
    const id = freshId("amount");
    const input = h("input", {
        id, name: "amount", class: "amount-input", type: "text", inputmode: "decimal", autocomplete: "off", enterkeyhint: "next", maxlength: 20,
        placeholder: ledger.minorDigits > 0 ? `0${decimalMark()}${"0".repeat(ledger.minorDigits)}` : "0", value, autofocus, oninput,
    });
    const fit = () => input.style.setProperty("--figures", String(Math.max(input.value.length || input.placeholder.length, 1)));
    input.addEventListener("input", fit);
    fit();
    const block = h("div", { class: "amount-field" },
        h("label", { class: "unseen", for: id }, say("amount.label", { label, currency: formats.currencyName(ledger.currency) })),
        h("div", { class: "amount-line" }, h("span", { class: "amount-sign", "aria-hidden": "true" }, formats.currencySign(ledger.currency)), input));
    return withProblems(block, input);
}

function decimalMark() {
    return new Intl.NumberFormat(formats.language).formatToParts(1.1).find(({ type }) => type === "decimal").value;
}
