// Moves money from this ledger of mine to another one.

import { moneyToText, readTypedMoney } from "../../core/money.js";
import { isCalendarDay } from "../../core/calendar-day.js";
import { h } from "../../elements/build.js";
import { amountField } from "../../elements/amount-field.js";
import { dateField, field, noteField, option, valuesOf } from "../../elements/field.js";
import { form, Unfinished } from "../../elements/form.js";
import { say } from "../../elements/voice.js";
import { newId } from "../../outside/dice.js";
import { begunForm } from "../begun.js";
import { partners } from "./transfers.js";

export async function newTransferScreen(app, { ledger }) {
    await app.books.listLedgers();
    const others = partners(app, ledger);
    const none = () => h("p", {}, say("transfers.noPartner", { currency: ledger.currency }));
    const plain = { id: newId(), amount: "", toLedgerId: others[0]?.id, date: app.today(ledger), note: "" };
    const make = (begun) => transferForm(app, ledger, others, begun);
    const isThere = (id) => app.books.opened(ledger.id)?.transfers.some((one) => one.id === id);
    const content = others.length > 0 ? () => begunForm(app, `transfer ${ledger.id}`, plain, make, { isThere }) : none;
    return { title: say("transfer.add"), once: true, content };
}

function transferForm(app, ledger, others, { draft, notice, keep, done }) {
    const fields = fieldsFor(ledger, others, draft);
    const send = async () => {
        await app.books.write(ledger.id, "PUT", `/transfers/${draft.id}`, inputFrom(ledger, fields));
        done();
        app.leave();
        app.toast(say("transfer.done"));
    };
    const lead = h("p", { class: "hint" }, say("transfer.lead", { name: ledger.name }));
    const content = [notice, lead, ...Object.values(fields)];
    const element = form({ fields, content, label: say("transfer.action"), send });
    const follow = () => keep(valuesOf(fields));
    element.addEventListener("input", follow);
    follow();
    return element;
}

/** A ledger that was chosen and is no partner any more is one of the others again. */
function fieldsFor(ledger, others, { amount, toLedgerId, date, note }) {
    const options = others.map((one) => option(one.id, one.name));
    const { id: value } = others.find(({ id }) => id === toLedgerId) ?? others[0];
    return {
        amount: amountField({ label: say("expense.amount"), ledger, value: amount }),
        toLedgerId: field({ label: say("transfer.to"), name: "toLedgerId", tag: "select", options, value }),
        date: dateField({ label: say("expense.date"), name: "date", value: date }),
        note: noteField({ label: say("expense.note"), value: note }),
    };
}

function inputFrom(ledger, { amount, toLedgerId, date, note }) {
    const { minor, problem } = readTypedMoney(amount.value, ledger.minorDigits);
    const problems = [
        problem && { field: "amount", code: problem },
        !isCalendarDay(date.value) && { field: "date", code: "malformed" },
    ].filter(Boolean);
    if (problems.length > 0) throw new Unfinished(problems);
    const text = moneyToText(minor, ledger.minorDigits);
    return { toLedgerId: toLedgerId.value, amount: text, date: date.value, ...(note.value && { note: note.value }) };
}
