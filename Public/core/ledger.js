// A ledger as this browser knows it: what the server answered, read once, and everything that follows from it.

import { Balances } from "./balances.js";
import { moneyFromText } from "./money.js";
import { labelCounts, newestFirst, summary, summaryAfter } from "./expenses.js";
import { colourOf } from "./people.js";
import { inMinorUnits } from "./reckoned.js";

const planNames = Object.freeze(["categories", "ratios", "schedules", "incomes", "transfers"]);

/** So many of the newest expenses are in a glimpse: more than a screen is high. */
const glimpseLength = 24;

/**
 * Built from the wire form, which is also what is kept offline. Amounts become BigInt here, at the door. `reckoned`: the
 * sums of the same entries, where they are known already; or else `before`, the ledger as it was, from which they follow.
 */
export class Ledger {
    #wire;
    #sums;
    #positions;
    #actual;
    #balances;

    constructor(wire, reckoned = {}, before = null) {
        const { ledger, expenses, settlements, ...plans } = wire;
        Object.assign(this, ledger);
        Object.assign(this, readPlans(plans, ledger.minorDigits));
        this.participants = ledger.participants.map((one, place) => ({ ...one, colour: colourOf(one, place) }));
        this.expenses = newestFirst(expenses.map((expense) => readOnce(expense, ledger.minorDigits)));
        this.settlements = settlements.map((settlement) => readSettlement(settlement, ledger.minorDigits));
        this.#wire = wire;
        this.#sums = reckoned.sums ?? this.#sumsAfter(before);
        this.#positions = reckoned.positions;
    }

    /** What it was read from. */
    get wire() {
        return this.#wire;
    }

    /** What the list shows first: a ledger of the newest expenses, and what is reckoned from all of them. Can be kept. */
    get glimpse() {
        const { ledger, categories, expenses } = this.#wire;
        const shown = new Set(this.expenses.slice(0, glimpseLength).map(({ id }) => id));
        const wire = { ledger, categories, expenses: expenses.filter(({ id }) => shown.has(id)), settlements: [] };
        return { wire, reckoned: { sums: this.sums, positions: this.positions } };
    }

    get me() {
        return this.person(this.myParticipantId);
    }

    /** Those who can take part in something new; the retired stay in what they took part in. */
    get present() {
        return this.participants.filter((participant) => !participant.retiredAt);
    }

    person(id) {
        return this.participants.find((participant) => participant.id === id) ?? null;
    }

    expense(id) {
        return this.expenses.find((expense) => expense.id === id) ?? null;
    }

    settlement(id) {
        return this.settlements.find((settlement) => settlement.id === id) ?? null;
    }

    /** The labels of an expense; those deleted since are left out (SC-FR-LBL-4). */
    labelsOf(expense) {
        return this.labels.filter((label) => expense.labelIds.includes(label.id));
    }

    category(id) {
        return this.categories.find((category) => category.id === id) ?? null;
    }

    get labelCounts() {
        return labelCounts(this.expenses);
    }

    /** What has happened. What is only expected is owed by nobody yet, and in no sum. */
    get actual() {
        return (this.#actual ??= this.expenses.filter((expense) => !expense.expected));
    }

    get balances() {
        return (this.#balances ??= new Balances(this.actual, this.settlements));
    }

    /** Of everything that has happened: `summary` without a filter. */
    get sums() {
        return (this.#sums ??= summary(this.expenses, this.participants.map(({ id }) => id)));
    }

    /** Undefined when too much is another, or somebody is gone. */
    #sumsAfter(before) {
        const sums = before?.#sums;
        if (!sums || [...sums.perPerson.keys()].some((id) => !this.person(id))) return undefined;
        const [gone, come] = [without(before.expenses, this.expenses), without(this.expenses, before.expenses)];
        if (gone.length + come.length > this.expenses.length) return undefined;
        return summaryAfter(sums, gone, come, this.participants.map(({ id }) => id));
    }

    /** What each is owed (positive) or owes (negative) in all: paid, less the own shares, and what was settled. */
    get positions() {
        return (this.#positions ??= settledPositions(this.sums.perPerson, this.settlements));
    }
}

function without(expenses, others) {
    const known = new Set(others);
    return expenses.filter((expense) => !known.has(expense));
}

function settledPositions(perPerson, settlements) {
    const positions = new Map([...perPerson].map(([id, { net }]) => [id, net]));
    const add = (id, amount) => positions.set(id, (positions.get(id) ?? 0n) + amount);
    for (const { fromParticipantId, toParticipantId, amount } of settlements) {
        add(fromParticipantId, amount);
        add(toParticipantId, -amount);
    }
    return positions;
}

/** What is planned; a ledger of format version 1 plans nothing. */
function readPlans(plans, digits) {
    const read = (name) => inMinorUnits(plans[name] ?? [], digits);
    return Object.fromEntries(planNames.map((name) => [name, read(name)]));
}

const known = new WeakMap();

/** An expense on the wire is never changed, only replaced: the same one is read once, and its reading stays the same too. */
export function readOnce(expense, digits) {
    const before = known.get(expense);
    if (before) return before;
    const read = readExpense(expense, digits);
    known.set(expense, read);
    return read;
}

/** Absent stays absent: only what the server tells is read. */
export function readExpense(expense, digits) {
    const money = (text) => moneyFromText(text, digits);
    const read = (parts) => parts?.map((part) => ({ ...part, amount: money(part.amount) })) ?? null;
    const { estimate, variance } = expense;
    // A copy that is then changed: ten thousand of them are read when a ledger is opened, and this takes the least.
    const known = { ...expense };
    known.amount = money(expense.amount);
    known.shares = read(expense.shares);
    known.payers = read(expense.payers);
    known.split = readSplit(expense.split, money, read);
    if (estimate) known.estimate = { ...estimate, amount: money(estimate.amount) };
    if (variance) known.variance = money(variance);
    return known;
}

function readSplit(split, money, read) {
    if (!split) return null;
    if (split.mode === "equal") return { ...split };
    const amounts = ["amounts", "adjustments", "items"].filter((name) => split[name]);
    const extras = ["tax", "tip", "discount"].filter((name) => split[name]);
    const entries = [
        ...amounts.map((name) => [name, read(split[name])]),
        ...extras.map((one) => [one, money(split[one])]),
    ];
    return { ...split, ...Object.fromEntries(entries) };
}

function readSettlement(settlement, digits) {
    return { ...settlement, amount: moneyFromText(settlement.amount, digits) };
}
