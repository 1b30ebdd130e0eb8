// One changed field of an expense as a sentence.

import { moneyFromText } from "../core/money.js";
import { named } from "../elements/person.js";
import { formats, money, say } from "../elements/voice.js";

/** `change`: `{field, before, after}` in the API's form. */
export function describeChange(ledger, { field, before, after }) {
    const people = (ids) => formats.list(ids.map((id) => named(ledger.person(id), ledger)));
    const labels = (ids) =>
        formats.list(ids.map((id) => ledger.labels.find((label) => label.id === id)?.name ?? say("label.deleted")));
    const show = {
        amount: (text) => money(moneyFromText(text, ledger.minorDigits), ledger),
        executionDate: (day) => formats.longDay(day, ""),
        payerId: (id) => named(ledger.person(id), ledger),
        splitParticipantIds: people,
        labelIds: labels,
    }[field] ?? String;
    const shown = (
        value,
    ) => (value === null || value === undefined || value.length === 0 ? say("history.nothing") : show(value));
    return say(`history.change.${field}`, { before: shown(before), after: shown(after) });
}
