// Enter or change an expense: the amount first, everything else already has a sensible answer.

import { dividedUp, expenseFromDraft } from "../core/drafts.js";
import { draftOf, typedSplit } from "../core/expense-draft.js";
import { readTypedMoney } from "../core/money.js";
import { h } from "../elements/build.js";
import { amountField } from "../elements/amount-field.js";
import { dateField, field, noteField } from "../elements/field.js";
import { form, Unfinished } from "../elements/form.js";
import { say } from "../elements/voice.js";
import { newId } from "../outside/dice.js";
import { labelChoices } from "./label-choices.js";
import { missingLine } from "./missing-line.js";
import { splitChoices } from "./split-choices.js";
import { withAmounts } from "./splitting/difference-words.js";
import { payerChoice } from "./splitting/payer-choice.js";
import { splitMode } from "./splitting/split-mode.js";

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
        paid: null,
        executionDate: app.today(),
        ...usualSplit(ledger, present),
        labelIds: [],
        note: "",
    };
}

/** As the ledger's default says, as far as its people still take part; else everybody equally. */
function usualSplit({ defaultSplit }, present) {
    const split = typedSplit(defaultSplit, String);
    const named = present.filter((id) => id in split.parts);
    return { split, splitParticipantIds: named.length > 0 ? named : present };
}

export function editExpenseScreen(app, { ledger, params }) {
    const expense = ledger.expense(params.expense);
    if (!expense) return { title: say("expense.gone"), once: true, content: () => h("p", {}, say("expense.goneText")) };
    const content = () => expenseForm(app, ledger, draftOf(expense, ledger.minorDigits), expense.id);
    return { title: say("expense.edit"), class: "tall", once: true, content };
}

function expenseForm(app, ledger, draft, id, keep = () => {}) {
    const { fields, content, typed, follow } = partsFor(app, ledger, draft);
    const missing = missingLine();
    const read = () => withAmounts(ledger, expenseFromDraft(typed(), ledger.minorDigits));
    const followAll = () => {
        follow();
        missing.show(read().problems);
        keep(typed());
    };
    const send = async () => {
        const { input, problems } = read();
        if (problems) throw new Unfinished(problems);
        await app.books.write(ledger.id, "PUT", `/expenses/${id}`, input);
        keep(null);
        app.leave();
    };
    const element = form({ fields, content, notice: missing, label: say("action.save"), send });
    element.addEventListener("input", followAll);
    element.addEventListener("change", followAll);
    followAll();
    return element;
}

/** `fields` by the server's names, `content` in the order of the screen, and what is typed into it all. */
function partsFor(app, ledger, draft) {
    const people = peopleFor(ledger, draft);
    const payer = payerChoice(ledger, people, draft);
    const among = splitChoices(ledger, people, draft.splitParticipantIds);
    const split = splitMode(ledger, people, draft.split, () => among.chosen());
    const simple = {
        amount: amountField({ label: say("expense.amount"), ledger, value: draft.amount }),
        title: titleField(draft.title),
        executionDate: dateField({ label: say("expense.date"), name: "executionDate", value: draft.executionDate }),
        labelIds: labelChoices(app, ledger, draft.labelIds),
        note: noteField({ label: say("expense.note"), value: draft.note }),
    };
    const fields = { ...simple, payerId: payer.one, payers: payer.several, splitParticipantIds: among, split };
    const { amount, title, executionDate, labelIds, note } = simple;
    const content = [amount, title, payer.element, among, split, executionDate, labelIds, note];
    const typed = () => draftFrom(simple, payer, among, split);
    return { fields, content, typed, follow: () => followDivision(ledger, typed(), payer, among, split) };
}

/** What everybody bears and what is missing or over, as it stands. */
function followDivision(ledger, draft, payer, among, split) {
    const amount = readTypedMoney(draft.amount, ledger.minorDigits).minor ?? null;
    const divided = dividedUp(draft, amount, ledger.minorDigits);
    payer.follow(divided.payers);
    among.hidden = draft.split.mode === "items";
    among.follow(draft.split.mode, divided.split.shares, divided.payers.payerId);
    split.follow(draft.splitParticipantIds, divided.split);
}

function titleField(value) {
    const hints = { placeholder: say("expense.titleExample"), autocapitalize: "sentences", enterkeyhint: "done" };
    return field({ label: say("expense.title"), name: "title", value, ...hints });
}

/** Everybody who takes part now, and whoever of the others is already in this expense. */
function peopleFor(ledger, { payerId, paid, splitParticipantIds }) {
    const isIn = ({ id }) => payerId === id || splitParticipantIds.includes(id) || (paid && id in paid);
    return ledger.participants.filter((person) => !person.retiredAt || isIn(person));
}

function draftFrom({ amount, title, executionDate, labelIds, note }, payer, among, split) {
    return {
        amount: amount.value,
        title: title.value,
        executionDate: executionDate.value,
        ...payer.typed(),
        splitParticipantIds: among.chosen(),
        split: split.typed(),
        labelIds: labelIds.chosen(),
        note: note.value,
    };
}
