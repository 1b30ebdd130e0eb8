// What was expected has come, or never will: the estimate stands in the form already, so it takes one more tap.

import { moneyToText, readTypedMoney } from "../../core/money.js";
import { h } from "../../elements/build.js";
import { amountField } from "../../elements/amount-field.js";
import { peopleChoices } from "../../elements/choices.js";
import { button } from "../../elements/controls.js";
import { dateField } from "../../elements/field.js";
import { form, Unfinished } from "../../elements/form.js";
import { named } from "../../elements/person.js";
import { formats, money, say } from "../../elements/voice.js";
import { goneScreen } from "../gone.js";
import { serverNotice } from "../waiting/away.js";

export function reconcileScreen(app, { ledger, params }) {
    const expense = ledger.expense(params.expense);
    if (!expense?.expected) return goneScreen(say("reconcile.title"), say("reconcile.gone"));
    return { title: expense.title, once: true, content: () => reconcileForm(app, ledger, expense) };
}

function reconcileForm(app, ledger, expense) {
    const today = app.today(ledger);
    const fields = {
        amount: amountField({
            ...{ label: say("reconcile.amount"), ledger, value: moneyToText(expense.amount, ledger.minorDigits) },
        }),
        date: dateField({ label: say("expense.date"), name: "date", value: today }),
        payerId: payerField(ledger, expense),
    };
    const words = { amount: money(expense.amount, ledger), day: formats.longDay(expense.executionDate, today) };
    const lead = h("p", { class: "hint centred" }, say("reconcile.lead", words));
    const send = () => record(app, ledger, expense, inputFrom(ledger, fields));
    const secondary = button({ label: say("reconcile.never"), onclick: () => never(app, ledger, expense, today) });
    const content = [lead, ...Object.values(fields)];
    return form({ notice: serverNotice(app), fields, content, label: say("reconcile.action"), send, secondary });
}

function payerField(ledger, { payerId, payers }) {
    const label = (person) => named(person, ledger);
    const people = ledger.participants.filter((person) => !person.retiredAt || person.id === payerId);
    const block = peopleChoices({ legend: say("expense.payer"), name: "payer", people, label, chosen: [payerId] });
    block.hidden = Boolean(payers);
    return block;
}

function inputFrom(ledger, { amount, date, payerId }) {
    const { minor, problem } = readTypedMoney(amount.value, ledger.minorDigits);
    if (problem) throw new Unfinished([{ field: "amount", code: problem }]);
    const payer = payerId.hidden ? null : payerId.chosen()[0];
    return { amount: moneyToText(minor, ledger.minorDigits), date: date.value, ...(payer && { payerId: payer }) };
}

async function record(app, ledger, expense, input) {
    await app.books.write(ledger.id, "POST", `/expenses/${expense.id}/reconcile`, input);
    app.leave();
    app.toast(say("reconcile.done", { title: expense.title }));
}

function never(app, ledger, expense, date) {
    const input = { amount: moneyToText(0n, ledger.minorDigits), date };
    return app.attempt(() => record(app, ledger, expense, input));
}
