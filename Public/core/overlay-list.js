// What all overlays do with the lists of a snapshot, and what the server counts beside them.

import { Balances } from "./balances.js";
import { labelCounts } from "./expenses.js";
import { readExpense } from "./ledger.js";
import { moneyFromText, moneyToText } from "./money.js";

/** The list with the item in the place of the one with its id, or at the end. */
export function withItem(list, item) {
    const place = list.findIndex(({ id }) => id === item.id);
    return place < 0 ? [...list, item] : list.with(place, item);
}

export function without(list, id) {
    return list.some((item) => item.id === id) ? list.filter((item) => item.id !== id) : list;
}

/** The mark that the screens look for. */
export function waitingMark({ state, seq, tried }) {
    return { state: state ?? "waiting", seq, tried: Boolean(tried) };
}

/** Who wrote it and when: something new is created, something that differs is edited, and never before it was. */
export function stamped(item, known, { recordedAt }, me) {
    if (!known) return { ...item, createdAt: recordedAt, createdBy: me, lastEditedAt: null, lastEditedBy: null };
    const { createdAt, createdBy } = known;
    return {
        ...item,
        createdAt,
        createdBy,
        lastEditedAt: after(known.lastEditedAt ?? createdAt, recordedAt),
        lastEditedBy: me,
    };
}

/** The later of the two, a millisecond after the first if need be. */
function after(before, now) {
    if (now > before) return now;
    return new Date(Date.parse(before) + 1).toISOString();
}

/** As the server takes texts: without white space around them; nothing typed is nothing. */
export function trimmed(text) {
    return text?.trim() || null;
}

/** The overlaid snapshot with its counts; `before` has those of the server. */
export function withCounts(snapshot, before) {
    const { expenses, settlements, ledger } = snapshot;
    const isTouched = expenses !== before.expenses || settlements !== before.settlements;
    const { participants, labels } = ledger;
    if (!isTouched && labels === before.ledger.labels && participants === before.ledger.participants) return snapshot;
    const counts = labelCounts(expenses);
    const counted = labels.map((label) => ({ ...label, expenseCount: counts.get(label.id) ?? 0 }));
    const myBalance = isTouched ? balanceAfter(snapshot, before) : ledger.myBalance;
    return { ...snapshot, ledger: { ...ledger, labels: counted, participants: listed(snapshot), myBalance } };
}

/** Without those who left and are named nowhere. */
function listed({ expenses, settlements, ledger: { participants } }) {
    if (participants.every(({ retiredAt }) => !retiredAt)) return participants;
    const named = new Set(settlements.flatMap((one) => [one.fromParticipantId, one.toParticipantId]));
    for (const { payerId, payers, splitParticipantIds } of expenses) {
        for (const id of splitParticipantIds) named.add(id);
        for (const { participantId } of payers ?? []) named.add(participantId);
        named.add(payerId);
    }
    return participants.filter(({ id, retiredAt }) => !retiredAt || named.has(id));
}

/** The server's balance, plus what only the overlay has, less what only the server has: ten thousand others need not be read. */
function balanceAfter({ expenses, settlements, ledger }, before) {
    const { myParticipantId: me, minorDigits: digits, myBalance } = ledger;
    if (!me) return myBalance;
    const moved = ([entries, paid]) => positionOf(me, entries, paid, digits);
    const now = [only(expenses, before.expenses), only(settlements, before.settlements)];
    const then = [only(before.expenses, expenses), only(before.settlements, settlements)];
    const known = myBalance ? moneyFromText(myBalance, digits) : 0n;
    return moneyToText(known + moved(now) - moved(then), digits);
}

function only(list, other) {
    const known = new Set(other);
    return list.filter((item) => !known.has(item));
}

function positionOf(me, expenses, settlements, digits) {
    const actual = expenses.filter(({ expected }) => !expected).map((expense) => readExpense(expense, digits));
    const paid = settlements.map((one) => ({ ...one, amount: moneyFromText(one.amount, digits) }));
    return new Balances(actual, paid).position(me);
}
