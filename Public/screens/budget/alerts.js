// What needs a look: limits that are near or passed, and what was expected and has not come.

import { h } from "../../elements/build.js";
import { card } from "../../elements/controls.js";
import { icon } from "../../elements/icon.js";
import { formats, money, say } from "../../elements/voice.js";
import { inLedger } from "../route.js";

/** What only comes soon stands in the card of what is coming. */
const urgent = ["overBudget", "overdue", "nearBudget"];

export function alertsCard(ledger, view, alerts) {
    const shown = alerts.filter(({ kind }) => urgent.includes(kind))
        .sort((a, b) => urgent.indexOf(a.kind) - urgent.indexOf(b.kind));
    if (shown.length === 0) return null;
    const rows = shown.map((alert) => h("li", {}, alertRow(ledger, view, alert)));
    return card({ class: "alerts", title: say("alerts.title") }, h("ul", { class: "list" }, rows));
}

function alertRow(ledger, { today }, { kind, title, date, amount, categoryId, expenseId }) {
    const words = { title, amount: money(amount, ledger), day: date ? formats.day(date, today) : "" };
    const href = expenseId
        ? inLedger(ledger, "budget", "reconcile", expenseId)
        : inLedger(ledger, "budget", "categories", categoryId);
    const text = [
        h("span", { class: "row-title" }, say(`alert.${kind}`, words)),
        h("span", { class: "row-detail" }, say(`alert.${kind}.detail`, words)),
    ];
    const picture = h("span", { class: "row-picture", "data-alert": kind }, icon("warning"));
    const attributes = { class: "row", href, "data-key": `alert ${kind} ${expenseId ?? categoryId}` };
    return h("a", attributes, picture, h("span", { class: "row-text" }, text), icon("forward"));
}
