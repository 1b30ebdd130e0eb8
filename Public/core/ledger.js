// A ledger as this browser knows it: what the server answered, read once, and everything that follows from it.

import { Balances } from "./balances.js";
import { moneyFromText } from "./money.js";
import { labelCounts, newestFirst } from "./expenses.js";
import { colourOf } from "./people.js";
import { inMinorUnits } from "./reckoned.js";
import { standingPlan } from "./settle-up.js";

const planNames = Object.freeze(["categories", "ratios", "schedules", "incomes", "transfers"]);

/** Built from the wire form, which is also what is kept offline. Amounts become BigInt here, at the door. */
export class Ledger {
    constructor({ ledger, expenses, settlements, ...plans }) {
        Object.assign(this, ledger);
        Object.assign(this, readPlans(plans, ledger.minorDigits));
        this.participants = ledger.participants.map((one, place) => ({ ...one, colour: colourOf(one, place) }));
        this.expenses = newestFirst(expenses.map((expense) => readExpense(expense, ledger.minorDigits)));
        this.settlements = settlements.map((settlement) => readSettlement(settlement, ledger.minorDigits));
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

    get positions() {
        return (this.#positions ??= this.balances.positions(this.participants.map(({ id }) => id)));
    }

    get plan() {
        return (this.#plan ??= this.planIn(1n));
    }

    /** The settle-up plan in multiples of so many minor units. */
    planIn(unit) {
        return standingPlan({ ...this, balances: this.balances, participantIds: [...this.positions.keys()] }, unit);
    }

    #actual;
    #balances;
    #positions;
    #plan;
}

/** What is planned; a ledger of format version 1 plans nothing. */
function readPlans(plans, digits) {
    const read = (name) => inMinorUnits(plans[name] ?? [], digits);
    return Object.fromEntries(planNames.map((name) => [name, read(name)]));
}

/** Absent stays absent: only what the server tells is read. */
export function readExpense(expense, digits) {
    const money = (text) => moneyFromText(text, digits);
    const read = (parts) => parts?.map((part) => ({ ...part, amount: money(part.amount) })) ?? null;
    const { amount, split, estimate, variance, ...rest } = expense;
    const parts = {
        ...{ shares: read(expense.shares), payers: read(expense.payers) },
        ...(estimate && { estimate: { ...estimate, amount: money(estimate.amount) } }),
        ...(variance && { variance: money(variance) }),
    };
    return { ...rest, ...parts, amount: money(amount), split: readSplit(split, money, read) };
}

function readSplit(split, money, read) {
    if (!split) return null;
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
