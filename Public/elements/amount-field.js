// The amount of an expense or settlement: large, first, with its currency sign, as wide as what is in it.

import { moneyToText } from "../core/money.js";
import { freshId, h } from "./build.js";
import { withProblems } from "./field.js";
import { formats, say } from "./voice.js";

export function amountField({ label, ledger, value = "" }) {
    const input = amountInput(ledger, value);
    const name = say("amount.label", { label, currency: formats.currencyName(ledger.currency) });
    const fit = () => {
        const figures = input.value.length || input.placeholder.length;
        input.style.setProperty("--figures", String(figures));
    };
    input.addEventListener("input", fit);
    fit();
    const sign = h("span", { class: "amount-sign", "aria-hidden": "true" }, formats.currencySign(ledger.currency));
    const heading = h("label", { class: "unseen", for: input.id }, name);
    return withProblems(
        h("div", { class: "amount-field" }, heading, h("div", { class: "amount-line" }, sign, input)),
        input,
    );
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
        maxlength: 20,
        placeholder: moneyToText(0n, ledger.minorDigits).replace(".", formats.decimalMark),
        value,
        autofocus: !value,
    });
}
