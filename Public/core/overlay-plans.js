// What is planned and waits to be sent. What comes of it (today's number, how budgets stand) only the server reckons.

import { addDays } from "./calendar-day.js";
import { monthOf } from "./calendar-month.js";
import { moneyFromText, moneyToText } from "./money.js";
import { stamped, trimmed, waitingMark, withItem, without } from "./overlay-list.js";
import { dateOf, firstOnOrAfter } from "./recurrence.js";

const writer = ({ ledger }) => (text) => moneyToText(moneyFromText(text, ledger.minorDigits), ledger.minorDigits);
const today = ({ day }, { recordedAt }) => day ?? recordedAt.slice(0, 10);

export function overlayCategory(snapshot, op) {
    const { categories = [] } = snapshot;
    if (op.method === "DELETE") return withoutCategory(snapshot, op.subject);
    const known = categories.find(({ id }) => id === op.subject);
    if (op.path.endsWith("/budget")) return known ? withBudget(snapshot, op, known) : snapshot;
    if (op.method === "PATCH" && !known) return snapshot;
    const category = { ...(known ?? newCategory(snapshot, op)), ...saidOf(op.body), waiting: waitingMark(op) };
    return { ...snapshot, categories: withItem(categories, category) };
}

function saidOf(body) {
    const has = (field) => field in body;
    return {
        ...(has("name") && { name: trimmed(body.name) }),
        ...(has("icon") && { icon: trimmed(body.icon) }),
        ...(has("colour") && { colour: body.colour }),
    };
}

function newCategory({ ledger }, { subject, body }) {
    const owner = body.scope === "individual" || body.participantId
        ? body.participantId ?? ledger.myParticipantId
        : null;
    const scope = owner ? "individual" : "shared";
    return { id: subject, name: "", icon: null, colour: null, scope, participantId: owner, budgets: [] };
}

function withBudget(snapshot, op, known) {
    const from = op.body.from ?? monthOf(today(snapshot, op));
    const amount = op.body.amount === null ? null : writer(snapshot)(op.body.amount);
    const category = { ...known, budgets: withEntry(known.budgets, { from, amount }), waiting: waitingMark(op) };
    return { ...snapshot, categories: withItem(snapshot.categories, category) };
}

/** What holds from then on, among what held before and holds later. */
function withEntry(list, entry, isSame = (one) => one.from === entry.from) {
    return [...list.filter((one) => !isSame(one)), entry].sort((a, b) => (a.from < b.from ? -1 : 1));
}

function withoutCategory(snapshot, id) {
    const freed = (list) => list?.map((item) => (item.categoryId === id ? { ...item, categoryId: null } : item));
    const { expenses, schedules, categories = [] } = snapshot;
    const lists = { expenses: freed(expenses), ...(schedules && { schedules: freed(schedules) }) };
    return { ...snapshot, ...lists, categories: without(categories, id) };
}

export function overlayRatio(snapshot, op) {
    const from = op.body.from ?? today(snapshot, op);
    const weights = op.body.weights?.length > 0 ? op.body.weights : null;
    return { ...snapshot, ratios: withEntry(snapshot.ratios ?? [], { from, weights }) };
}

export function overlayGoal(snapshot, op) {
    const participantId = op.body.participantId ?? snapshot.ledger.myParticipantId;
    const entry = {
        participantId,
        from: op.body.from ?? monthOf(today(snapshot, op)),
        amount: writer(snapshot)(op.body.amount),
    };
    const isSame = (one) => one.participantId === participantId && one.from === entry.from;
    return { ...snapshot, goals: withEntry(snapshot.goals ?? [], entry, isSame) };
}

export function overlayIncome(snapshot, op) {
    const { incomes = [], ledger } = snapshot;
    if (op.method === "DELETE") return { ...snapshot, incomes: without(incomes, op.subject) };
    const known = incomes.find(({ id }) => id === op.subject);
    const { participantId, name, amount, date, schedule } = op.body;
    const next = {
        id: op.subject,
        participantId: participantId ?? known?.participantId ?? ledger.myParticipantId,
        name: trimmed(name),
        amount: writer(snapshot)(amount),
        date: schedule ? null : date ?? today(snapshot, op),
        schedule: schedule ? recurrenceOf(schedule) : null,
    };
    const item = { ...stamped(next, known, op, ledger.myParticipantId), waiting: waitingMark(op) };
    return { ...snapshot, incomes: withItem(incomes, item) };
}

export function overlayTransfer(snapshot, op) {
    const { transfers = [], ledger } = snapshot;
    if (op.method === "DELETE") return { ...snapshot, transfers: without(transfers, op.subject) };
    const { toLedgerId, amount, date, participantId, note } = op.body;
    const made = { createdAt: op.recordedAt, createdBy: ledger.myParticipantId, waiting: waitingMark(op) };
    const item = {
        ...{ id: op.subject, direction: "out", participantId: participantId ?? ledger.myParticipantId },
        ...{ amount: writer(snapshot)(amount), date: date ?? today(snapshot, op), ledgerId: toLedgerId },
        ...{ note: trimmed(note), ...made },
    };
    return { ...snapshot, transfers: withItem(transfers, item) };
}

function recurrenceOf({ frequency, custom, start, end, count }) {
    return { frequency, custom: custom ?? null, start, end: end ?? null, count: count ?? null };
}

/**
 * The schedule stands in its list at once. The times it has come by now are the server's to tell: it knows by which ratio each
 * is shared. One that is changed or ended looks as before until then.
 */
export function overlaySchedule(snapshot, op) {
    const { schedules = [], ledger } = snapshot;
    const known = schedules.find(({ id }) => id === op.subject);
    if (op.method !== "PUT" || known || op.path.includes("/occurrences/")) return markedSchedule(snapshot, op);
    const { title, amount, payerId, splitParticipantIds, split, labelIds, note, categoryId, ...recurrence } = op.body;
    const next = {
        ...{ id: op.subject, title: title.trim(), amount: writer(snapshot)(amount) },
        ...{
            payerId: payerId ?? op.body.payers?.[0]?.participantId ?? ledger.myParticipantId,
            payers: op.body.payers ?? null,
        },
        ...{ splitParticipantIds, split: split ?? { mode: "equal" }, labelIds: labelIds ?? [], note: trimmed(note) },
        ...{ categoryId: categoryId ?? null, ...recurrenceOf(recurrence) },
    };
    const coming = dateOf(next, firstOnOrAfter(next, addDays(today(snapshot, op), 1)));
    const item = stamped({ ...next, ended: !coming, next: coming }, null, op, ledger.myParticipantId);
    return { ...snapshot, schedules: withItem(schedules, { ...item, waiting: waitingMark(op) }) };
}

function markedSchedule(snapshot, op) {
    const mark = (item) => (item.id === op.subject ? { ...item, waiting: waitingMark(op) } : item);
    return { ...snapshot, schedules: (snapshot.schedules ?? []).map(mark) };
}
