// Moves money from this ledger of mine to another one.

import { moneyToText, readTypedMoney } from "../../core/money.js";
import { isCalendarDay } from "../../core/calendar-day.js";
import { h } from "../../elements/build.js";
import { amountField } from "../../elements/amount-field.js";
import { dateField, field, noteField, option } from "../../elements/field.js";
import { form, Unfinished } from "../../elements/form.js";
import { say } from "../../elements/voice.js";
import { newId } from "../../outside/dice.js";
import { partners } from "./transfers.js";

export async function newTransferScreen(app, { ledger }) {
    await app.books.listLedgers();
    const others = partners(app, ledger);
    const none = () => h("p", {}, say("transfers.noPartner", { currency: ledger.currency }));
    const content = others.length > 0 ? () => transferForm(app, ledger, others, newId()) : none;
    return { title: say("transfer.add"), once: true, content };
}

function transferForm(app, ledger, others, id) {
    const options = others.map((one) => option(one.id, one.name));
    const fields = {
        amount: amountField({ label: say("expense.amount"), ledger }),
        toLedgerId: field({
            label: say("transfer.to"),
            name: "toLedgerId",
            tag: "select",
            options,
            value: others[0].id,
        }),
        date: dateField({ label: say("expense.date"), name: "date", value: app.today(ledger) }),
        note: noteField({ label: say("expense.note"), value: "" }),
    };
    const send = async () => {
        await app.books.write(ledger.id, "PUT", `/transfers/${id}`, inputFrom(ledger, fields));
        app.leave();
        app.toast(say("transfer.done"));
    };
    const lead = h("p", { class: "hint" }, say("transfer.lead", { name: ledger.name }));
    return form({ fields, content: [lead, ...Object.values(fields)], label: say("transfer.action"), send });
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
