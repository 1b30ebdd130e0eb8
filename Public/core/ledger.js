// A ledger as this browser knows it: what the server answered, read once, and everything that follows from it.

import { Balances } from "./balances.js";
import { moneyFromText } from "./money.js";
import { labelCounts, newestFirst } from "./expenses.js";
import { colourOf } from "./people.js";
import { settleUp } from "./settle-up.js";

/** Built from the wire form, which is also what is kept offline. Amounts become BigInt here, at the door. */
export class Ledger {
    constructor({ ledger, expenses, settlements }) {
        Object.assign(this, ledger);
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

    get labelCounts() {
        return labelCounts(this.expenses);
    }

    get balances() {
        return (this.#balances ??= new Balances(this.expenses, this.settlements));
    }

    get positions() {
        return (this.#positions ??= this.balances.positions(this.participants.map(({ id }) => id)));
    }

    get plan() {
        return (this.#plan ??= settleUp(this.positions));
    }

    #balances;
    #positions;
    #plan;
}

function readExpense(expense, digits) {
    const shares = expense.shares?.map((share) => ({ ...share, amount: moneyFromText(share.amount, digits) }));
    return { ...expense, amount: moneyFromText(expense.amount, digits), ...(shares && { shares }) };
}

function readSettlement(settlement, digits) {
    return { ...settlement, amount: moneyFromText(settlement.amount, digits) };
}
