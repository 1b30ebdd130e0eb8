// Enter or change an expense: the amount first, everything else already has a sensible answer.

import { expenseFromDraft } from "../core/drafts.js";
import { moneyToText } from "../core/money.js";
import { h } from "../elements/build.js";
import { amountField } from "../elements/amount-field.js";
import { peopleChoices } from "../elements/choices.js";
import { dateField, field, noteField } from "../elements/field.js";
import { form, Unfinished } from "../elements/form.js";
import { named } from "../elements/person.js";
import { say } from "../elements/voice.js";
import { newId } from "../outside/dice.js";
import { labelChoices } from "./label-choices.js";
import { missingLine } from "./missing-line.js";
import { splitChoices } from "./split-choices.js";

/** What was being entered in each ledger: closing the sheet, by a slip or not, loses nothing. */
const unfinished = new Map();

export function newExpenseScreen(app, { ledger }) {
    const { id, draft } = unfinished.get(ledger.id) ?? { id: newId(), draft: emptyDraft(app, ledger) };
    const keep = (draft) => (draft ? unfinished.set(ledger.id, { id, draft }) : unfinished.delete(ledger.id));
    const content = () => expenseForm(app, ledger, draft, id, keep);
    return { title: say("expense.add"), class: "tall", once: true, content };
}

function emptyDraft(app, ledger) {
    const present = ledger.present.map(({ id }) => id);
    return {
        amount: "",
        title: "",
        payerId: ledger.myParticipantId ?? present[0],
        executionDate: app.today(),
        splitParticipantIds: present,
        labelIds: [],
        note: "",
    };
}

export function editExpenseScreen(app, { ledger, params }) {
    const expense = ledger.expense(params.expense);
    if (!expense) return { title: say("expense.gone"), once: true, content: () => h("p", {}, say("expense.goneText")) };
    const draft = { ...expense, amount: moneyToText(expense.amount, ledger.minorDigits), note: expense.note ?? "" };
    const content = () => expenseForm(app, ledger, draft, expense.id);
    return { title: say("expense.edit"), class: "tall", once: true, content };
}

function expenseForm(app, ledger, draft, id, keep = () => {}) {
    const fields = fieldsFor(app, ledger, draft);
    const missing = missingLine();
    const read = () => expenseFromDraft(draftFrom(fields), ledger.minorDigits);
    const follow = () => {
        fields.splitParticipantIds.follow(fields.amount.value, fields.payerId.chosen()[0]);
        missing.show(read().problems);
        keep(draftFrom(fields));
    };
    const send = async () => {
        const { input, problems } = read();
        if (problems) throw new Unfinished(problems);
        await app.books.write(ledger.id, "PUT", `/expenses/${id}`, input);
        keep(null);
        app.leave();
    };
    const element = form({ fields, content: Object.values(fields), notice: missing, label: say("action.save"), send });
    element.addEventListener("input", follow);
    element.addEventListener("change", follow);
    follow();
    return element;
}

/** In the order of the screen; the keys are the server's field names. */
function fieldsFor(app, ledger, draft) {
    const people = peopleFor(ledger, draft);
    const label = (person) => named(person, ledger);
    const payer = { legend: say("expense.payer"), name: "payer", people, label, chosen: [draft.payerId] };
    return {
        amount: amountField({ label: say("expense.amount"), ledger, value: draft.amount }),
        title: titleField(draft.title),
        payerId: peopleChoices(payer),
        splitParticipantIds: splitChoices(ledger, people, draft.splitParticipantIds),
        executionDate: dateField({ label: say("expense.date"), name: "executionDate", value: draft.executionDate }),
        labelIds: labelChoices(app, ledger, draft.labelIds),
        note: noteField({ label: say("expense.note"), value: draft.note }),
    };
}

function titleField(value) {
    const hints = { placeholder: say("expense.titleExample"), autocapitalize: "sentences", enterkeyhint: "done" };
    return field({ label: say("expense.title"), name: "title", value, ...hints });
}

/** Everybody who takes part now, and whoever of the others is already in this expense. */
function peopleFor(ledger, { payerId, splitParticipantIds }) {
    const isIn = ({ id }) => payerId === id || splitParticipantIds.includes(id);
    return ledger.participants.filter((person) => !person.retiredAt || isIn(person));
}

function draftFrom(fields) {
    return {
        amount: fields.amount.value,
        title: fields.title.value,
        executionDate: fields.executionDate.value,
        payerId: fields.payerId.chosen()[0] ?? null,
        splitParticipantIds: fields.splitParticipantIds.chosen(),
        labelIds: fields.labelIds.chosen(),
        note: fields.note.value,
    };
}
