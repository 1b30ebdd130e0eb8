// People and labels that wait to be sent.

import { byId } from "./ids.js";
import { trimmed, waitingMark, withItem, without } from "./overlay-list.js";
import { colours } from "./people.js";

export function overlayParticipant(snapshot, op) {
    const { participants } = snapshot.ledger;
    const known = participants.find(({ id }) => id === op.subject);
    if (op.method === "DELETE") return known ? leave(snapshot, known, op) : snapshot;
    if (op.method !== "PUT" && !known) return snapshot;
    const person = known ?? newPerson(participants, op.subject);
    const said = op.method === "POST" ? { retiredAt: null } : saidOf(op.body);
    return withPeople(snapshot, withItem(participants, { ...person, ...said, waiting: waitingMark(op) }));
}

function saidOf({ name, colour }) {
    return { ...(name && { name: trimmed(name) }), ...(colour && { colour }) };
}

function newPerson(participants, id) {
    const all = participants.reduce((count, { merged = [] }) => count + 1 + merged.length, 0);
    const colour = colours[all % colours.length];
    return { id, colour, claimed: false, devices: [], retiredAt: null, accountDeleted: false, merged: [] };
}

/** Who is named somewhere stays there and takes part in nothing new; who is not is gone, as `withCounts` sees to. */
function leave(snapshot, person, op) {
    const retiredAt = person.retiredAt ?? op.recordedAt;
    const { participants } = snapshot.ledger;
    return withPeople(snapshot, withItem(participants, { ...person, retiredAt, waiting: waitingMark(op) }));
}

function withPeople(snapshot, participants) {
    return { ...snapshot, ledger: { ...snapshot.ledger, participants } };
}

export function overlayLabel(snapshot, op) {
    if (op.method === "DELETE") return withoutLabel(snapshot, op.subject);
    const { labels } = snapshot.ledger;
    const known = labels.find(({ id }) => id === op.subject);
    if (op.method === "PATCH" && !known) return snapshot;
    const label = {
        ...(known ?? { id: op.subject, expenseCount: 0 }),
        name: trimmed(op.body.name),
        waiting: waitingMark(op),
    };
    return withLabels(snapshot, withItem(labels, label).sort(byName));
}

/** As the server lists them. */
function byName(a, b) {
    return byId(a.name.toLowerCase(), b.name.toLowerCase()) || byId(a.id, b.id);
}

/** A deleted label is on nothing any more (SC-FR-LBL-4). */
function withoutLabel(snapshot, id) {
    const unlabelled = (list) =>
        list?.map((item) =>
            item.labelIds.includes(id) ? { ...item, labelIds: item.labelIds.filter((one) => one !== id) } : item
        );
    const { expenses, schedules, ledger } = snapshot;
    const lists = { expenses: unlabelled(expenses), ...(schedules && { schedules: unlabelled(schedules) }) };
    return withLabels({ ...snapshot, ...lists }, without(ledger.labels, id));
}

function withLabels(snapshot, labels) {
    return { ...snapshot, ledger: { ...snapshot.ledger, labels } };
}
