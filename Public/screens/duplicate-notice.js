// Before something is entered that looks as if it was there already: says what, and asks for a second press.

import { duplicateOf } from "../core/duplicates.js";
import { moneyFromText } from "../core/money.js";
import { h } from "../elements/build.js";
import { named } from "../elements/person.js";
import { formats, money, say } from "../elements/voice.js";

/**
 * `admits(input)`: whether it may be saved now. What was said holds for that one input alone: `follow(input)` answers
 * whether it still stands.
 */
export function duplicateNotice(app, ledgerId, id) {
    const line = h("p", { class: "notice", role: "status" });
    let warned = null;
    const tell = (text, about) => {
        warned = about;
        line.textContent = text;
    };
    line.admits = (input) => {
        const ledger = app.books.opened(ledgerId);
        const found = warned === essence(input) ? null : duplicateIn(ledger, id, input);
        if (found) tell(words(app, ledger, found), essence(input));
        return !found;
    };
    line.follow = (input) => {
        if (warned !== null && warned !== essence(input ?? {})) tell("", null);
        return warned !== null;
    };
    return line;
}

function duplicateIn(ledger, id, input) {
    const amount = moneyFromText(input.amount, ledger.minorDigits);
    return duplicateOf(ledger.expenses, { ...input, id, amount });
}

function essence({ title, amount, executionDate }) {
    return JSON.stringify([title, amount, executionDate]);
}

function words(app, ledger, { expense, by }) {
    const payer = named(ledger.person(expense.payerId), ledger);
    const day = formats.day(expense.executionDate, app.today(ledger));
    return say(`duplicate.${by}`, { title: expense.title, amount: money(expense.amount, ledger), payer, day });
}
