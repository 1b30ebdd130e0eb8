// Record that money was handed back, or correct such a record. From the plan everything is filled in: one more tap.

import { settlementFromDraft } from "../core/drafts.js";
import { moneyToText, readTypedMoney } from "../core/money.js";
import { amountField } from "../elements/amount-field.js";
import { peopleChoices } from "../elements/choices.js";
import { button } from "../elements/controls.js";
import { dateField, noteField } from "../elements/field.js";
import { form, Unfinished } from "../elements/form.js";
import { named } from "../elements/person.js";
import { say } from "../elements/voice.js";
import { newId } from "../outside/dice.js";
import { begunForm, plainIn } from "./begun.js";
import { settlementInputOf } from "./expense-input.js";
import { goneScreen } from "./gone.js";
import { missingLine } from "./missing-line.js";
import { waitingNotice } from "./waiting/deciding.js";

export function newSettlementScreen(app, { ledger, query }) {
    const amount = query.get("amount") ?? "";
    const draft = {
        id: newId(),
        amount: readTypedMoney(amount, ledger.minorDigits).minor ? amount : "",
        date: app.today(),
        note: "",
        fromParticipantId: ledger.person(query.get("from"))?.id ?? ledger.myParticipantId,
        toParticipantId: ledger.person(query.get("to"))?.id ?? null,
    };
    const content = () => settlementForm(app, ledger, `settlement ${ledger.id} ${query}`, draft);
    return { title: say("settlement.add"), class: "tall", once: true, content };
}

export function editSettlementScreen(app, { ledger, params }) {
    const settlement = ledger.settlement(params.settlement);
    if (!settlement) return goneScreen(say("settlement.gone"), say("settlement.goneText"));
    const onclick = () => deleteSettlement(app, ledger, settlement);
    const remove = button({ label: say("action.delete"), picture: "trash", kind: "danger", onclick });
    const content = () => [
        waitingNotice(app, ledger, settlement, null),
        settlementForm(app, ledger, `settlement ${ledger.id} ${settlement.id}`, plainOf(settlement, ledger), remove),
    ];
    return { title: say("settlement.edit"), class: "tall", once: true, content };
}

/** `name`: under which what is typed is kept until it is saved. */
function settlementForm(app, ledger, name, draft, secondary) {
    const find = (id) => plainIn(app, ledger, (now) => now.settlement(id), (found) => plainOf(found, ledger));
    return begunForm(app, name, draft, (begun) => formFor(app, ledger, begun, secondary), { find });
}

/** A settlement as somebody would have typed it. */
function plainOf({ id, amount, date, note, fromParticipantId, toParticipantId }, { minorDigits }) {
    return { id, amount: moneyToText(amount, minorDigits), date, note: note ?? "", fromParticipantId, toParticipantId };
}

function formFor(app, ledger, { draft, notice, keep, done, isOverrun }, secondary) {
    const fields = fieldsFor(ledger, draft);
    const missing = missingLine();
    const read = () => settlementFromDraft(draftFrom(fields), ledger.minorDigits);
    const send = async () => {
        const { input, problems } = read();
        if (problems) throw new Unfinished(problems);
        if (isOverrun()) return;
        await app.books.write(ledger.id, "PUT", `/settlements/${draft.id}`, input);
        done();
        app.leave();
        app.toast(say("settlement.saved"));
    };
    const content = [notice, ...Object.values(fields)];
    const element = form({ fields, content, notice: missing, label: say("action.save"), secondary, send });
    const follow = () => {
        missing.show(read().problems);
        keep(draftFrom(fields));
    };
    element.addEventListener("input", follow);
    follow();
    return element;
}

function draftFrom({ amount, fromParticipantId, toParticipantId, date, note }) {
    return {
        amount: amount.value,
        fromParticipantId: fromParticipantId.chosen()[0] ?? null,
        toParticipantId: toParticipantId.chosen()[0] ?? null,
        date: date.value,
        note: note.value,
    };
}

function fieldsFor(ledger, draft) {
    const people = peopleFor(ledger, [draft.fromParticipantId, draft.toParticipantId]);
    const label = (person) => named(person, ledger);
    const person = (name, legend, chosen) => peopleChoices({ legend, name, people, label, chosen: [chosen] });
    return {
        amount: amountField({ label: say("settlement.amount"), ledger, value: draft.amount }),
        fromParticipantId: person("from", say("settlement.from"), draft.fromParticipantId),
        toParticipantId: person("to", say("settlement.to"), draft.toParticipantId),
        date: dateField({ label: say("settlement.date"), name: "date", value: draft.date }),
        note: noteField({ label: say("expense.note"), value: draft.note }),
    };
}

/** Everybody who takes part now, and whoever of the others still owes or is owed something. */
function peopleFor(ledger, chosen) {
    const matters = ({ id }) => chosen.includes(id) || ledger.positions.get(id);
    return ledger.participants.filter((person) => !person.retiredAt || matters(person));
}

function deleteSettlement(app, ledger, settlement) {
    const path = `/settlements/${settlement.id}`;
    const input = settlementInputOf(ledger, settlement);
    const undo = () => app.attempt(() => app.books.write(ledger.id, "PUT", `${path}?revive=true`, input));
    return app.attempt(async () => {
        await app.books.write(ledger.id, "DELETE", path);
        app.leave();
        app.toast(say("settlement.deleted"), { label: say("action.undo"), run: undo });
    });
}
