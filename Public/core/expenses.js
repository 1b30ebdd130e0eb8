// The expense list: its order, its filters, its days and its sums (SC-FR-HIS-1…5).

import { paymentsOf } from "./payers.js";
import { folded, wordsOf } from "./search.js";
import { sharesOf } from "./split.js";

/** Newest execution date first; on the same day what was entered last. */
export function newestFirst(expenses) {
    const isInOrder = expenses.every((one, place) => place === 0 || inTime(expenses[place - 1], one) <= 0);
    return isInOrder ? [...expenses] : [...expenses].sort(inTime);
}

function inTime(a, b) {
    return descending(a.executionDate, b.executionDate) || descending(a.createdAt, b.createdAt) ||
        descending(a.id, b.id);
}

function descending(a, b) {
    return a < b ? 1 : a > b ? -1 : 0;
}

export const noFilter = Object.freeze({ participant: null, labels: [], from: null, to: null, words: "" });

/**
 * Participants and labels and dates and words must all match; of several labels any is enough (SC-FR-HIS-4). `namesIn` tells
 * what else of an expense can be found by words: its people and labels.
 */
export function matching(expenses, filter, namesIn = () => []) {
    const words = wordsOf(filter.words);
    const text = (expense) => folded([expense.title, expense.note ?? "", ...namesIn(expense)].join("\n"));
    const hasWords = (expense) => words.length === 0 || isAllIn(text(expense), words);
    return expenses.filter((expense) =>
        (!filter.participant || involves(expense, filter.participant)) &&
        (filter.labels.length === 0 || filter.labels.some((id) => expense.labelIds.includes(id))) &&
        (!filter.from || expense.executionDate >= filter.from) &&
        (!filter.to || expense.executionDate <= filter.to) &&
        hasWords(expense)
    );
}

function isAllIn(text, words) {
    return words.every((word) => text.includes(word));
}

/** The names by which an expense of a ledger is found: who paid, who takes part, and its labels. */
export function namesFor({ participants, labels }) {
    const names = new Map([...participants, ...labels].map(({ id, name }) => [id, name]));
    return (expense) => {
        const ids = [...paymentsOf(expense).keys(), ...expense.splitParticipantIds, ...expense.labelIds];
        return ids.map((id) => names.get(id) ?? "");
    };
}

export function involves(expense, participantId) {
    return paymentsOf(expense).has(participantId) || expense.splitParticipantIds.includes(participantId);
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

/** The same of a list that differs a little from one whose sums are known: those that are gone from it, and those that came. */
export function summaryAfter(before, gone, come, participantIds) {
    const [less, more] = [gone, come].map((expenses) => summary(expenses, participantIds));
    const nothing = { paid: 0n, share: 0n, net: 0n };
    const perPerson = [...more.perPerson].map(([id, added]) => {
        const [was, left] = [before, less].map((sums) => sums.perPerson.get(id) ?? nothing);
        const now = (name) => was[name] - left[name] + added[name];
        return [id, { paid: now("paid"), share: now("share"), net: now("net") }];
    });
    return {
        total: before.total - less.total + more.total,
        count: before.count - less.count + more.count,
        perPerson: new Map(perPerson),
    };
}

export function labelCounts(expenses) {
    const counts = new Map();
    for (const id of expenses.flatMap((expense) => expense.labelIds)) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
}
