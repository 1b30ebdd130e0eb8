// What a person has typed so far → what the server wants, or everything that is still missing.
// One validation decides the button, the guard and the message.

import { isCalendarDay } from "./calendar-day.js";
import { moneyToText, readTypedMoney } from "./money.js";
import { readPayers } from "./payers-draft.js";
import { equalSplit, readSplit } from "./split-draft.js";
import { readTiming } from "./timing-draft.js";

/** The limits of the SRS (SC-FR-EXP-1, SC-FR-EXP-3, SC-FR-LBL-2), in Unicode scalars as the server counts them. */
export const limits = Object.freeze({ title: 200, note: 2000, label: 40, name: 80 });

/**
 * Answers `{input}` for the API, with `schedule` when it repeats, or `{problems: [{field, code}]}` naming everything at once.
 */
export function expenseFromDraft(draft, minorDigits) {
    const money = readTypedMoney(draft.amount, minorDigits);
    const { payers, split } = dividedUp(draft, money.minor ?? null, minorDigits);
    const timing = readTiming(draft.timing ?? { kind: "once" }, draft.executionDate);
    const problems = [
        money.problem && { field: "amount", code: money.problem },
        textProblem("title", draft.title, limits.title),
        !isCalendarDay(draft.executionDate) && { field: "executionDate", code: "malformed" },
        ...payers.problems,
        ...split.problems,
        ...timing.problems,
        [...draft.note].length > limits.note && { field: "note", code: "tooLong" },
    ].filter(Boolean);
    if (problems.length > 0) return { problems };
    return { input: inputFrom(draft, money.minor, { payers, split, timing }, minorDigits), schedule: timing.schedule };
}

function inputFrom(draft, amount, { payers, split, timing }, minorDigits) {
    const { executionDate, labelIds, categoryId } = draft;
    const note = draft.note.trim();
    return {
        title: draft.title.trim(),
        amount: moneyToText(amount, minorDigits),
        executionDate,
        ...(payers.payers ? { payers: payers.payers } : { payerId: payers.payerId }),
        splitParticipantIds: split.participantIds,
        ...(split.split && { split: split.split }),
        labelIds,
        ...(categoryId && { categoryId }),
        ...(timing.spread && { spread: timing.spread }),
        ...(timing.expected && { expected: true }),
        ...(note && { note }),
    };
}

/** Who paid and who bears what, as far as it can be told. `amount` is null while there is none. */
export function dividedUp(draft, amount, digits) {
    const payers = readPayers(draft, { amount, digits });
    const { splitParticipantIds: participantIds, split = equalSplit } = draft;
    return { payers, split: readSplit(split, { amount, payerId: payers.payerId, participantIds, digits }) };
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
