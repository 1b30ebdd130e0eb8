// A smaller field for an amount, where it is one of several things to enter; and what was typed into it.

import { moneyToText } from "../../core/money.js";
import { typedMoney } from "../../core/split-draft.js";
import { field } from "../../elements/field.js";
import { Unfinished } from "../../elements/form.js";
import { formats, say } from "../../elements/voice.js";

export function amountText(ledger, { label, name, minor, ...rest }) {
    const value = minor === null || minor === undefined ? "" : moneyToText(minor, ledger.minorDigits);
    const sign = formats.currencySign(ledger.currency);
    const hints = { inputmode: "decimal", maxlength: 20, placeholder: sign };
    return field({ label: say("amount.label", { label, currency: sign }), name, value, ...hints, ...rest });
}

/** As the API takes it; null when the field is empty, where that is allowed. Zero is an amount. */
export function readAmount(ledger, block, { isOptional = false } = {}) {
    const name = block.input.name;
    if (block.value === "" && isOptional) return null;
    if (block.value === "") throw new Unfinished([{ field: name, code: "missing" }]);
    const minor = typedMoney(block.value, ledger.minorDigits);
    if (minor === null) throw new Unfinished([{ field: name, code: "malformed" }]);
    return moneyToText(minor, ledger.minorDigits);
}
