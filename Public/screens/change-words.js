// One changed field as a sentence.

import { moneyFromText } from "../core/money.js";
import { named } from "../elements/person.js";
import { formats, knows, money, say } from "../elements/voice.js";
import { scheduleWords } from "./budget/schedule-words.js";

/** `change`: `{field, before, after}` in the API's form. */
export function describeChange(ledger, { field, before, after }) {
    const show = (value) => isNothing(value) ? say("history.nothing") : describeValue(ledger, field, value);
    const words = { before: show(before), after: show(after) };
    if (knows(`history.change.${field}`)) return say(`history.change.${field}`, words);
    return say("history.changed", { field, ...words });
}

function isNothing(value) {
    return value === null || value === undefined || value.length === 0;
}

/** One value in the API's form as that field is written everywhere. */
export function describeValue(ledger, field, value) {
    const amount = (text) => money(moneyFromText(text, ledger.minorDigits), ledger);
    const person = (id) => named(ledger.person(id), ledger);
    const parts = (list) => formats.list(list.map((one) => partWords(person, amount, one)));
    const truth = (is) => say(is ? "history.yes" : "history.no");
    const day = (text) => (text.length === 7 ? formats.month(text) : formats.longDay(text, ""));
    const show = {
        ...{ amount, executionDate: day, date: day, from: day },
        ...{ payerId: person, fromParticipantId: person, toParticipantId: person },
        ...{ intoParticipantId: person, participantId: person },
        ...{ archived: truth, retired: truth, expected: truth, skipped: truth },
        spread: ({ from, to }) => say("filter.between", { from: day(from), to: day(to) }),
        categoryId: () => say("category.one"),
        estimate: (one) => say("split.each", { name: day(one.date), amount: amount(one.amount) }),
        schedule: (rule) => scheduleWords(rule, ""),
        weights: ({ shares }) => formats.list(shares.map((part) => `${person(part.participantId)} ${part.shares}`)),
        expenseId: (id) => ledger.expense(id)?.title ?? say("expense.gone"),
        ...{ payers: parts, shares: parts },
        split: ({ mode }) => say(`split.mode.${mode}`),
        defaultSplit: ({ mode }) => say(`split.mode.${mode}`),
        kind: (name) => say(`kind.${name}`),
        colour: (name) => say(`colour.${name}`),
        splitParticipantIds: (ids) => formats.list(ids.map(person)),
        labelIds: (ids) => formats.list(ids.map((id) => labelName(ledger, id))),
    }[field];
    return show ? show(value) : (typeof value === "object" ? JSON.stringify(value) : String(value));
}

function partWords(person, amount, part) {
    return say("split.each", { name: person(part.participantId), amount: amount(part.amount) });
}

function labelName(ledger, id) {
    return ledger.labels.find((label) => label.id === id)?.name ?? say("label.deleted");
}
