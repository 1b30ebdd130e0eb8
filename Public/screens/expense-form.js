// Enter or change an expense: the amount first, everything else already has a sensible answer.

import { expenseFromDraft, limits } from "../core/drafts.js";
import { moneyToText } from "../core/money.js";
import { h } from "../elements/build.js";
import { amountField } from "../elements/amount-field.js";
import { peopleChoices } from "../elements/choices.js";
import { field } from "../elements/field.js";
import { form, Unfinished } from "../elements/form.js";
import { named } from "../elements/person.js";
import { say } from "../elements/voice.js";
import { newId } from "../outside/dice.js";
import { labelChoices } from "./label-choices.js";
import { missingLine } from "./missing-line.js";
import { splitChoices } from "./split-choices.js";

export function newExpenseScreen(app, place) {
    const { ledger } = place;
    const present = ledger.present.map(({ id }) => id);
    const draft = {
        amount: "", title: "", payerId: ledger.myParticipantId ?? present[0], executionDate: app.today(),
        splitParticipantIds: present, labelIds: [], note: "",
    };
    return { title: say("expense.add"), class: "tall", once: true, content: () => expenseForm(app, ledger, draft, newId()) };
}

export function editExpenseScreen(app, place) {
    const { ledger } = place;
    const expense = ledger.expense(place.params.expense);
    if (!expense) return { title: say("expense.gone"), once: true, content: () => h("p", {}, say("expense.goneText")) };
    const draft = { ...expense, amount: moneyToText(expense.amount, ledger.minorDigits), note: expense.note ?? "" };
    return { title: say("expense.edit"), class: "tall", once: true, content: () => expenseForm(app, ledger, draft, expense.id) };
}

function expenseForm(app, ledger, draft, id) {
    const fields = fieldsFor(app, ledger, draft);
    const current = () => draftFrom(fields);
    const missing = missingLine();
    const follow = () => {
        fields.splitParticipantIds.follow(fields.amount.input.value, fields.payerId.chosen()[0]);
        missing.show(expenseFromDraft(current(), ledger.minorDigits).problems);
    };
    const element = form({
        fields, label: say("action.save"),
        content: [fields.amount, fields.title, fields.payerId, fields.splitParticipantIds, fields.executionDate, fields.labelIds, fields.note, missing],
        send: async () => {
            const { input, problems } = expenseFromDraft(current(), ledger.minorDigits);
            if (problems) throw new Unfinished(problems);
            await app.books.write(ledger.id, "PUT", `/expenses/${id}`, input);
            app.leave();
        },
    });
    element.addEventListener("input", follow);
    element.addEventListener("change", follow);
    follow();
    return element;
}

/** In the order of the screen; the keys are the server's field names. */
function fieldsFor(app, ledger, draft) {
    const taking = ledger.participants.filter(({ id, retiredAt }) => !retiredAt || draft.payerId === id || draft.splitParticipantIds.includes(id));
    const label = (person) => named(person, ledger);
    return {
        amount: amountField({ label: say("expense.amount"), ledger, value: draft.amount, autofocus: !draft.amount }),
        title: field({ label: say("expense.title"), name: "title", value: draft.title, placeholder: say("expense.titleExample"), autocomplete: "off", autocapitalize: "sentences", enterkeyhint: "done" }),
        payerId: peopleChoices({ legend: say("expense.payer"), name: "payer", people: taking, label, chosen: [draft.payerId] }),
        splitParticipantIds: splitChoices(ledger, taking, draft.splitParticipantIds),
        executionDate: field({ label: say("expense.date"), name: "executionDate", type: "date", value: draft.executionDate, required: true }),
        labelIds: labelChoices(app, ledger, draft.labelIds),
        note: field({ label: say("expense.note"), name: "note", tag: "textarea", rows: 2, value: draft.note, maxlength: limits.note }),
    };
}

function draftFrom(fields) {
    return {
        amount: fields.amount.input.value, title: fields.title.input.value, executionDate: fields.executionDate.input.value,
        payerId: fields.payerId.chosen()[0] ?? null, splitParticipantIds: fields.splitParticipantIds.chosen(),
        labelIds: fields.labelIds.chosen(), note: fields.note.input.value,
    };
}
