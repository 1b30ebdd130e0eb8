// What is missing or over in a split, or among those who paid, as a sentence.

import { percentText } from "../../core/split-draft.js";
import { formats, money, say } from "../../elements/voice.js";

export function differenceWords(ledger, { field, code, by, unit }) {
    return say(`problem.${field}.${code}`, by === undefined ? {} : { amount: amountWords(ledger, by, unit) });
}

/** The problems of a draft, with the words that their sentences need. */
export function withAmounts(ledger, { problems, ...read }) {
    const amounts = problems?.map((
        { by, unit },
    ) => (by === undefined ? {} : { amount: amountWords(ledger, by, unit) }));
    return { ...read, problems: problems?.map((problem, place) => ({ ...problem, ...amounts[place] })) };
}

function amountWords(ledger, by, unit) {
    return unit === "percent" ? formats.percent(percentText(by)) : money(by, ledger);
}
