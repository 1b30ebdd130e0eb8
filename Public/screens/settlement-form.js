// Record that money was handed back, or correct such a record. From the plan everything is filled in: one more tap.

import { settlementFromDraft, limits } from "../core/drafts.js";
import { moneyToText, readTypedMoney } from "../core/money.js";
import { h } from "../elements/build.js";
import { amountField } from "../elements/amount-field.js";
import { peopleChoices } from "../elements/choices.js";
import { button } from "../elements/controls.js";
import { field } from "../elements/field.js";
import { form, Unfinished } from "../elements/form.js";
import { named } from "../elements/person.js";
import { say } from "../elements/voice.js";
import { newId } from "../outside/dice.js";
import { settlementInputOf } from "./expense-input.js";
import { missingLine } from "./missing-line.js";

export function newSettlementScreen(app, place) {
    const { ledger, query } = place;
    const amount = query.get("amount") ?? "";
    const draft = {
        amount: readTypedMoney(amount, ledger.minorDigits).minor ? amount : "", date: app.today(), note: "",
        fromParticipantId: ledger.person(query.get("from"))?.id ?? ledger.myParticipantId, toParticipantId: ledger.person(query.get("to"))?.id ?? null,
    };
    return { title: say("settlement.add"), class: "tall", once: true, content: () => settlementForm(app, ledger, draft, newId()) };
}

export function editSettlementScreen(app, place) {
    const { ledger } = place;
    const settlement = ledger.settlement(place.params.settlement);
    if (!settlement) return { title: say("settlement.gone"), once: true, content: () => h("p", {}, say("settlement.goneText")) };
    const draft = { ...settlement, amount: moneyToText(settlement.amount, ledger.minorDigits), note: settlement.note ?? "" };
    const remove = button({ label: say("action.delete"), picture: "trash", kind: "danger", onclick: () => deleteSettlement(app, ledger, settlement) });
    return { title: say("settlement.edit"), class: "tall", once: true, content: () => settlementForm(app, ledger, draft, settlement.id, remove) };
}

function settlementForm(app, ledger, draft, id, secondary) {
    const fields = fieldsFor(ledger, draft);
    const read = () => settlementFromDraft({
        amount: fields.amount.input.value, fromParticipantId: fields.fromParticipantId.chosen()[0], toParticipantId: fields.toParticipantId.chosen()[0],
        date: fields.date.input.value, note: fields.note.input.value,
    }, ledger.minorDigits);
    const missing = missingLine();
    const element = form({
        fields, label: say("action.save"), content: [Object.values(fields), missing], secondary,
        send: async () => {
            const { input, problems } = read();
            if (problems) throw new Unfinished(problems);
            await app.books.write(ledger.id, "PUT", `/settlements/${id}`, input);
            app.leave();
            app.toast(say("settlement.saved"));
        },
    });
    element.addEventListener("input", () => missing.show(read().problems));
    missing.show(read().problems);
    return element;
}

function fieldsFor(ledger, draft) {
    const people = ledger.participants.filter(({ id, retiredAt }) => !retiredAt || [draft.fromParticipantId, draft.toParticipantId].includes(id) || ledger.positions.get(id));
    const label = (person) => named(person, ledger);
    return {
        amount: amountField({ label: say("settlement.amount"), ledger, value: draft.amount, autofocus: !draft.amount }),
        fromParticipantId: peopleChoices({ legend: say("settlement.from"), name: "from", people, label, chosen: [draft.fromParticipantId] }),
        toParticipantId: peopleChoices({ legend: say("settlement.to"), name: "to", people, label, chosen: [draft.toParticipantId] }),
        date: field({ label: say("settlement.date"), name: "date", type: "date", value: draft.date, required: true }),
        note: field({ label: say("expense.note"), name: "note", tag: "textarea", rows: 2, value: draft.note, maxlength: limits.note }),
    };
}

function deleteSettlement(app, ledger, settlement) {
    return app.attempt(async () => {
        await app.books.write(ledger.id, "DELETE", `/settlements/${settlement.id}`);
        app.leave();
        const undo = () => app.attempt(() => app.books.write(ledger.id, "PUT", `/settlements/${settlement.id}`, settlementInputOf(ledger, settlement)));
        app.toast(say("settlement.deleted"), { label: say("action.undo"), run: undo });
    });
}
