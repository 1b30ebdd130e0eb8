// What is still to come: what is expected and has no bill yet, and the next occurrence of everything that repeats.

import { addDays } from "../../core/calendar-day.js";
import { h } from "../../elements/build.js";
import { card, linkButton } from "../../elements/controls.js";
import { icon } from "../../elements/icon.js";
import { formats, money, say } from "../../elements/voice.js";
import { inLedger } from "../route.js";

/** How far ahead what repeats is listed, in days, and how many lines at most. */
const horizon = 31;
const most = 12;

export function comingCard(ledger, view) {
    const items = [...expected(ledger), ...repeating(view, ledger.schedules)].sort((
        a,
        b,
    ) => (a.date < b.date ? -1 : 1));
    if (items.length === 0) return null;
    const rows = items.slice(0, most).map((item) => h("li", {}, itemRow(ledger, view, item)));
    return card({ title: say("coming.title") }, h("ul", { class: "list" }, rows));
}

function expected(ledger) {
    return ledger.expenses.filter((expense) => expense.expected).map((expense) => ({
        ...{ kind: "expected", id: expense.id, title: expense.title, date: expense.executionDate },
        amount: expense.amount,
    }));
}

function repeating({ today }, schedules) {
    const soon = addDays(today, horizon);
    return schedules.filter(({ ended, next }) => !ended && next && next <= soon)
        .map(({ id, title, amount, next }) => ({ kind: "repeating", id, title, date: next, amount }));
}

function itemRow(ledger, { today }, { kind, id, title, date, amount }) {
    const isOverdue = kind === "expected" && date < today;
    const day = formats.day(date, today);
    const detail = isOverdue ? say("coming.overdue", { day }) : say(`coming.${kind}`, { day });
    const text = h("span", { class: "row-text" }, [
        h("span", { class: "row-title" }, title),
        h("span", { class: `row-detail ${isOverdue ? "bad" : ""}` }, detail),
    ]);
    const picture = h("span", { class: "row-picture" }, icon(kind === "expected" ? "expected" : "sync"));
    const shown = [picture, text, h("span", { class: "amount" }, money(amount, ledger))];
    if (kind === "expected") return h("div", { class: "row plain-row" }, shown, came(ledger, id, title));
    const href = inLedger(ledger, "budget", "schedules", id);
    return h("a", { class: "row", href, "data-key": `next ${id}` }, shown, icon("forward"));
}

/** Leads to a form that is filled in already: one more tap. */
function came(ledger, id, title) {
    const href = inLedger(ledger, "budget", "reconcile", id);
    const name = say("coming.cameWhat", { title });
    return linkButton({ label: say("coming.came"), href, "aria-label": name, "data-key": `came ${id}` });
}
