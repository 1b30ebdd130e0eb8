// The expense list: its order, its filters, its days and its sums (SC-FR-HIS-1…5).

import { paymentsOf } from "./payers.js";
import { sharesOf } from "./split.js";

/** Newest execution date first; on the same day what was entered last. */
export function newestFirst(expenses) {
    return [...expenses].sort((a, b) =>
        descending(a.executionDate, b.executionDate) || descending(a.createdAt, b.createdAt) || descending(a.id, b.id)
    );
}

function descending(a, b) {
    return a < b ? 1 : a > b ? -1 : 0;
}

export const noFilter = Object.freeze({ participant: null, labels: [], from: null, to: null, words: "" });

/** Participants and labels and dates and words must all match; of several labels any is enough (SC-FR-HIS-4). */
export function matching(expenses, filter) {
    const words = folded(filter.words).split(/\s+/).filter(Boolean);
    return expenses.filter((expense) =>
        (!filter.participant || involves(expense, filter.participant)) &&
        (filter.labels.length === 0 || filter.labels.some((id) => expense.labelIds.includes(id))) &&
        (!filter.from || expense.executionDate >= filter.from) &&
        (!filter.to || expense.executionDate <= filter.to) &&
        words.every((word) => folded(`${expense.title} ${expense.note ?? ""}`).includes(word))
    );
}

export function involves(expense, participantId) {
    return paymentsOf(expense).has(participantId) || expense.splitParticipantIds.includes(participantId);
}

/** Case and accents do not matter when searching. */
export function folded(text) {
    return text.normalize("NFKD").replace(/\p{Mn}/gu, "").toLowerCase();
}

/** Consecutive expenses of one day, keeping the order. */
export function byDay(expenses) {
    const days = [];
    for (const expense of expenses) {
        if (days.at(-1)?.day !== expense.executionDate) days.push({ day: expense.executionDate, expenses: [] });
        days.at(-1).expenses.push(expense);
    }
    return days;
}

/** Of what has happened: total, number, and for each person what they paid, what their share is, and the difference. */
export function summary(expenses, participantIds) {
    const perPerson = new Map(participantIds.map((id) => [id, { paid: 0n, share: 0n, net: 0n }]));
    const entry = (id) => perPerson.get(id) ?? perPerson.set(id, { paid: 0n, share: 0n, net: 0n }).get(id);
    let total = 0n;
    const actual = expenses.filter((expense) => !expense.expected);
    for (const expense of actual) {
        total += expense.amount;
        for (const [id, paid] of paymentsOf(expense)) entry(id).paid += paid;
        for (const [id, share] of sharesOf(expense)) entry(id).share += share;
    }
    for (const person of perPerson.values()) person.net = person.paid - person.share;
    return { total, count: actual.length, perPerson };
}

export function labelCounts(expenses) {
    const counts = new Map();
    for (const id of expenses.flatMap((expense) => expense.labelIds)) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
}
