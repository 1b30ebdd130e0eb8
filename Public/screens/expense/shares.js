// Who paid and who bears what of one expense.

import { paymentsOf } from "../../core/payers.js";
import { sharesOf } from "../../core/split.js";
import { h } from "../../elements/build.js";
import { called, disc, named } from "../../elements/person.js";
import { formats, money, say } from "../../elements/voice.js";

/** "Anna paid on Friday"; with several payers their list follows below. */
export function paidLine(app, ledger, expense) {
    const day = formats.longDay(expense.executionDate, app.today());
    const payers = [...paymentsOf(expense).keys()].map((id) => ledger.person(id));
    const names = formats.list(payers.map((person) => named(person, ledger)));
    const discs = payers.map((person) => disc(person, "small"));
    const words = say(expense.expected ? "expense.expectedFrom" : "expense.paidOn", { payer: names, day });
    return h("p", { class: "centred detail-line" }, discs, words);
}

export function payersPart(ledger, expense) {
    if (!expense.payers) return null;
    const rows = expense.payers.map(({ participantId, amount }) => personRow(ledger, participantId, amount));
    return [h("h3", { class: "part-title" }, say("expense.payers")), h("ul", { class: "list inset" }, rows)];
}

export function sharesPart(ledger, expense) {
    const rows = [...sharesOf(expense)].map(([id, share]) =>
        personRow(ledger, id, share, inputWords(ledger, expense.split, id))
    );
    return [h("h3", { class: "part-title" }, splitLabel(ledger, expense)), h("ul", { class: "list inset" }, rows)];
}

/** "Only you", "Only Ben", "Equally (3 people)", or how else it was split. */
export function splitLabel(ledger, { split, splitParticipantIds: ids }) {
    if (ids.length === 1) {
        const [person] = ids.map((id) => ledger.person(id));
        return person?.id === ledger.me?.id
            ? say("split.onlyYou")
            : say("split.only", { name: called(person, ledger) });
    }
    if ((split?.mode ?? "equal") !== "equal") return say(`split.label.${split.mode}`);
    return say("split.equally", { n: ids.length });
}

/** What was entered for somebody, where it is not the share itself. */
function inputWords(ledger, split, id) {
    const part = (split?.shares ?? split?.percents ?? split?.adjustments)?.find((one) => one.participantId === id);
    if (split?.mode === "shares") return say("split.sharesOf", { n: part?.shares ?? 0 });
    if (split?.mode === "percent") return part && formats.percent(part.percent);
    if (split?.mode !== "adjustment" || !part?.amount) return null;
    return money(part.amount, ledger, { sign: true });
}

function personRow(ledger, id, amount, detail) {
    const person = ledger.person(id);
    const text = [h("span", {}, named(person, ledger)), detail && h("span", { class: "row-detail" }, detail)];
    return h("li", { class: "row plain-row" }, [
        disc(person, "small"),
        h("span", { class: "row-text" }, text),
        h("span", { class: "amount" }, money(amount, ledger)),
    ]);
}

/** The lines of a receipt, unfolded on demand. */
export function itemsFold(ledger, { split }) {
    if (split?.mode !== "items") return null;
    const rows = split.items.map(({ title, amount, participantIds }) => {
        const people = formats.list(participantIds.map((id) => called(ledger.person(id), ledger)));
        return lineRow(ledger, title, people, amount);
    });
    const extras = ["tax", "tip", "discount"].filter((name) => split[name]);
    const more = extras.map((name) => lineRow(ledger, say(`split.${name}`), say("split.inProportion"), split[name]));
    const summary = h("summary", {}, say("split.items", { n: rows.length }));
    return h("details", { class: "fold", "data-key": "items" }, summary, h("ul", { class: "list inset" }, rows, more));
}

function lineRow(ledger, title, detail, amount) {
    const text = [h("span", {}, title), h("span", { class: "row-detail" }, detail)];
    const shown = h("span", { class: "amount" }, money(amount, ledger));
    return h("li", { class: "row plain-row" }, h("span", { class: "row-text" }, text), shown);
}
