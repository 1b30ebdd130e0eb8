// An expense or settlement as the API takes it: for writing back what was read.

import { splitInput } from "../core/expense-draft.js";
import { moneyToText } from "../core/money.js";

export function inputOf(ledger, expense) {
    const { title, amount, executionDate, payerId, payers, splitParticipantIds, labelIds, note } = expense;
    const text = (minor) => moneyToText(minor, ledger.minorDigits);
    const split = splitInput(expense.split, ledger.minorDigits);
    return {
        title,
        amount: text(amount),
        executionDate,
        ...(payers ? { payers: payers.map((one) => ({ ...one, amount: text(one.amount) })) } : { payerId }),
        splitParticipantIds,
        ...(split && { split }),
        labelIds: labelIds.filter((id) => ledger.labels.some((label) => label.id === id)),
        ...plannedOf(expense),
        ...(note && { note }),
    };
}

/** What it says about the budget; absent where it says nothing. */
function plannedOf({ categoryId, spread, expected }) {
    return { ...(categoryId && { categoryId }), ...(spread && { spread }), ...(expected && { expected: true }) };
}

export function settlementInputOf(ledger, { fromParticipantId, toParticipantId, amount, date, note }) {
    return {
        fromParticipantId,
        toParticipantId,
        amount: moneyToText(amount, ledger.minorDigits),
        date,
        ...(note && { note }),
    };
}
