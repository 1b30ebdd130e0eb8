// Expenses, settlements and comments that wait to be sent, as the server will tell them.

import { readExpense } from "./ledger.js";
import { moneyFromText, moneyToText } from "./money.js";
import { openShares } from "./open-shares.js";
import { stamped, trimmed, waitingMark, withItem, without } from "./overlay-list.js";
import { sharesBy } from "./split.js";

export function overlayExpense(snapshot, op) {
    if (op.method === "DELETE") {
        return { ...snapshot, expenses: without(snapshot.expenses, op.subject) };
    }
    const known = snapshot.expenses.find(({ id }) => id === op.subject);
    const next = expenseFrom(snapshot, op, known);
    const item = known && isShownAlike(known, next) ? known : stampedExpense(snapshot, op, next, known);
    return { ...snapshot, expenses: withItem(snapshot.expenses, { ...item, waiting: waitingMark(op) }) };
}

const shown = [
    ...["title", "amount", "executionDate", "payerId", "payers", "splitParticipantIds", "split", "labelIds", "note"],
    ...["categoryId", "spread", "expected"],
];

/** A write that changes nothing writes nothing. */
function isShownAlike(known, next) {
    return shown.every((field) => JSON.stringify(known[field] ?? null) === JSON.stringify(next[field] ?? null));
}

function stampedExpense({ ledger, day, settlements }, op, next, known) {
    const digits = ledger.minorDigits;
    const overdue = next.expected && next.executionDate < (day ?? op.recordedAt.slice(0, 10));
    const item = stamped(
        { ...known, ...next, overdue, comments: known?.comments ?? 0 },
        known,
        op,
        ledger.myParticipantId,
    );
    return withOpenShares(withVariance(item, digits), settlements, digits);
}

function withVariance(item, digits) {
    if (!item.estimate) return item;
    const off = moneyFromText(item.amount, digits) - moneyFromText(item.estimate.amount, digits);
    return { ...item, variance: moneyToText(off, digits) };
}

/** The whole input in the form in which it is told again, with its shares. */
function expenseFrom({ ledger, categories = [] }, { subject, body, recordedAt }, known) {
    const digits = ledger.minorDigits;
    const write = (text) => moneyToText(moneyFromText(text, digits), digits);
    const payers = severalPayers(body, write);
    const split = body.split ?? { mode: "equal" };
    const next = {
        id: subject,
        title: body.title.trim(),
        amount: write(body.amount),
        executionDate: body.executionDate ?? recordedAt.slice(0, 10),
        payerId: body.payers?.[0]?.participantId ?? body.payerId ?? ledger.myParticipantId,
        splitParticipantIds: body.splitParticipantIds ?? peopleOf(split, ledger),
        labelIds: (body.labelIds ?? []).filter((id) => ledger.labels.some((label) => label.id === id)),
        note: trimmed(body.note),
        split: writtenSplit(split, write),
        payers,
        categoryId: categories.some(({ id }) => id === body.categoryId) ? body.categoryId : null,
        spread: body.spread ?? null,
        expected: body.expected ?? false,
        ...(known?.scheduleId && { scheduleId: known.scheduleId, occurrence: known.occurrence }),
    };
    return { ...next, shares: sharesIn(next, digits) };
}

/** One payer of the whole is simply the payer. */
function severalPayers({ payers, amount }, write) {
    if (!payers || (payers.length === 1 && write(payers[0].amount) === write(amount))) return null;
    return payers.map(({ participantId, amount }) => ({ participantId, amount: write(amount) }));
}

function peopleOf(split, { participants }) {
    const parts = split.shares ?? split.percents ?? split.amounts;
    if (parts) return parts.map(({ participantId }) => participantId);
    if (split.items) return [...new Set(split.items.flatMap(({ participantIds }) => participantIds))];
    return participants.filter(({ retiredAt }) => !retiredAt).map(({ id }) => id).sort();
}

function writtenSplit(split, write) {
    const lists = ["amounts", "adjustments", "items"].filter((name) => split[name]);
    const extras = ["tax", "tip", "discount"].filter((name) => split[name] && Number(split[name]) !== 0);
    const { tax: _tax, tip: _tip, discount: _discount, ...rest } = split;
    const part = (one) => ({ ...one, ...("title" in one && { title: one.title.trim() }), amount: write(one.amount) });
    return {
        ...rest,
        ...Object.fromEntries(lists.map((name) => [name, split[name].map(part)])),
        ...Object.fromEntries(extras.map((name) => [name, write(split[name])])),
    };
}

function sharesIn(expense, digits) {
    const read = readExpense({ ...expense, shares: undefined }, digits);
    const shares = sharesBy(read.split, read);
    return expense.splitParticipantIds.map((participantId) => ({
        participantId,
        amount: moneyToText(shares.get(participantId) ?? 0n, digits),
    }));
}

function withOpenShares(expense, settlements, digits) {
    const paid = settlements.filter(({ expenseId }) => expenseId === expense.id)
        .map((one) => ({ ...one, amount: moneyFromText(one.amount, digits) }));
    const open = openShares(readExpense(expense, digits), paid).map(({ debtorId, creditorId, amount }) => ({
        participantId: debtorId,
        toId: creditorId,
        amount: moneyToText(amount, digits),
    }));
    return { ...expense, openShares: open };
}

export function overlaySettlement(snapshot, op) {
    const { ledger, settlements } = snapshot;
    const known = settlements.find(({ id }) => id === op.subject);
    if (op.method === "DELETE") {
        return withPaidFor({ ...snapshot, settlements: without(settlements, op.subject) }, known);
    }
    const next = settlementFrom(ledger, op);
    const isAlike = known && Object.entries(next).every(([field, value]) => known[field] === value);
    const item = isAlike ? known : stamped({ ...known, ...next }, known, op, ledger.myParticipantId);
    const whole = { ...snapshot, settlements: withItem(settlements, { ...item, waiting: waitingMark(op) }) };
    return [known, item].reduce(withPaidFor, whole);
}

function settlementFrom({ minorDigits, myParticipantId }, { subject, body, recordedAt }) {
    return {
        id: subject,
        fromParticipantId: body.fromParticipantId ?? myParticipantId,
        toParticipantId: body.toParticipantId,
        amount: moneyToText(moneyFromText(body.amount, minorDigits), minorDigits),
        date: body.date ?? recordedAt.slice(0, 10),
        note: trimmed(body.note),
        expenseId: body.expenseId ?? null,
    };
}

/** What is open of an expense follows what was paid for it. */
function withPaidFor(snapshot, settlement) {
    const { expenses, settlements, ledger } = snapshot;
    const expense = settlement?.expenseId && expenses.find(({ id }) => id === settlement.expenseId);
    if (!expense) return snapshot;
    return { ...snapshot, expenses: withItem(expenses, withOpenShares(expense, settlements, ledger.minorDigits)) };
}

/** The texts themselves are no part of a snapshot; how many there are is. */
export function overlayComment(snapshot, { path, method }) {
    const expense = snapshot.expenses.find(({ id }) => id === path.split("/")[2]);
    if (!expense) return snapshot;
    const comments = Math.max(0, (expense.comments ?? 0) + (method === "PUT" ? 1 : -1));
    return { ...snapshot, expenses: withItem(snapshot.expenses, { ...expense, comments }) };
}
