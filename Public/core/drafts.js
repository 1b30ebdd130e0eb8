// What a person has typed so far → what the server wants, or everything that is still missing.
// One validation decides the button, the guard and the message.

import { isCalendarDay } from "./calendar-day.js";
import { moneyToText, readTypedMoney } from "./money.js";

/** The limits of the SRS (SC-FR-EXP-1, SC-FR-EXP-3, SC-FR-LBL-2), in Unicode scalars as the server counts them. */
export const limits = Object.freeze({ title: 200, note: 2000, label: 40, name: 80 });

/** Answers `{input}` for the API, or `{problems: [{field, code}]}` naming everything at once. */
export function expenseFromDraft(draft, minorDigits) {
    const money = readTypedMoney(draft.amount, minorDigits);
    const problems = [
        money.problem && { field: "amount", code: money.problem },
        textProblem("title", draft.title, limits.title),
        !isCalendarDay(draft.executionDate) && { field: "executionDate", code: "malformed" },
        !draft.payerId && { field: "payerId", code: "missing" },
        draft.splitParticipantIds.length === 0 && { field: "splitParticipantIds", code: "missing" },
        [...draft.note].length > limits.note && { field: "note", code: "tooLong" },
    ].filter(Boolean);
    if (problems.length > 0) return { problems };
    const { executionDate, payerId, splitParticipantIds, labelIds } = draft;
    const note = draft.note.trim();
    return {
        input: {
            title: draft.title.trim(),
            amount: moneyToText(money.minor, minorDigits),
            executionDate,
            payerId,
            splitParticipantIds,
            labelIds,
            ...(note && { note }),
        },
    };
}

export function settlementFromDraft(draft, minorDigits) {
    const money = readTypedMoney(draft.amount, minorDigits);
    const samePerson = draft.fromParticipantId && draft.fromParticipantId === draft.toParticipantId;
    const problems = [
        money.problem && { field: "amount", code: money.problem },
        !draft.fromParticipantId && { field: "fromParticipantId", code: "missing" },
        !draft.toParticipantId && { field: "toParticipantId", code: "missing" },
        samePerson && { field: "toParticipantId", code: "samePerson" },
        !isCalendarDay(draft.date) && { field: "date", code: "malformed" },
        [...draft.note].length > limits.note && { field: "note", code: "tooLong" },
    ].filter(Boolean);
    if (problems.length > 0) return { problems };
    const { fromParticipantId, toParticipantId, date } = draft;
    const note = draft.note.trim();
    const amount = moneyToText(money.minor, minorDigits);
    return { input: { fromParticipantId, toParticipantId, amount, date, ...(note && { note }) } };
}

/** A line of text that must not be empty and not longer than `limit`; null when it is fine. */
export function textProblem(field, text, limit) {
    const trimmed = text.trim();
    if (trimmed === "") return { field, code: "missing" };
    return [...trimmed].length > limit ? { field, code: "tooLong" } : null;
}
