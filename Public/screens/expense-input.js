// An expense or settlement as the API takes it: for writing back what was read.

import { moneyToText } from "../core/money.js";

export function inputOf(ledger, { title, amount, executionDate, payerId, splitParticipantIds, labelIds, note }) {
    return {
        title,
        amount: moneyToText(amount, ledger.minorDigits),
        executionDate,
        payerId,
        splitParticipantIds,
        labelIds: labelIds.filter((id) => ledger.labels.some((label) => label.id === id)),
        ...(note && { note }),
    };
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
