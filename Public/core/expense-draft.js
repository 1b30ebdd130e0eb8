// An expense as somebody would have typed it: what the form begins with when it is changed.

import { moneyToText } from "./money.js";
import { equalSplit } from "./split-draft.js";
import { timingOf } from "./timing-draft.js";

export function draftOf(expense, digits) {
    const { title, executionDate, payerId, payers, splitParticipantIds, labelIds, note } = expense;
    const text = (minor) => moneyToText(minor, digits);
    const paid = payers && Object.fromEntries(payers.map((one) => [one.participantId, text(one.amount)]));
    return {
        ...{ title, executionDate, payerId, paid, splitParticipantIds, labelIds, note: note ?? "" },
        amount: text(expense.amount),
        split: typedSplit(expense.split, text),
        categoryId: expense.categoryId ?? null,
        timing: timingOf(expense),
    };
}

/** Also for a ledger's default, which has no amounts in it. */
export function typedSplit(split, text) {
    if (!split) return equalSplit;
    const list = split.shares ?? split.percents ?? split.amounts ?? split.adjustments ?? [];
    const typed = ({ shares, percent, amount }) => String(shares ?? percent ?? text(amount));
    return {
        mode: split.mode,
        parts: Object.fromEntries(list.map((part) => [part.participantId, typed(part)])),
        items: (split.items ?? []).map((item) => ({ ...item, amount: text(item.amount) })),
        tax: split.tax ? text(split.tax) : "",
        tip: split.tip ? text(split.tip) : "",
        discount: split.discount ? text(split.discount) : "",
    };
}

/** The split as the API takes it, for writing back what was read. */
export function splitInput(split, digits) {
    if (!split || split.mode === "equal") return null;
    const text = (minor) => moneyToText(minor, digits);
    const withText = (parts) => parts.map((part) => ({ ...part, amount: text(part.amount) }));
    const lists = ["amounts", "adjustments", "items"].filter((name) => split[name]);
    const extras = ["tax", "tip", "discount"].filter((name) => split[name]);
    return {
        ...split,
        ...Object.fromEntries(lists.map((name) => [name, withText(split[name])])),
        ...Object.fromEntries(extras.map((name) => [name, text(split[name])])),
    };
}
