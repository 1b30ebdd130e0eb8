// What an expense is besides: in a category, repeating, spread over months, expected, or come otherwise than expected.

import { portionCount } from "../../core/spread.js";
import { magnitude } from "../../core/money.js";
import { badge } from "../../elements/badge.js";
import { h } from "../../elements/build.js";
import { linkButton, linkRow } from "../../elements/controls.js";
import { formats, money, say } from "../../elements/voice.js";
import { categoryName } from "../budget/category-mark.js";
import { inLedger } from "../route.js";

/** Small words for the list. */
export function markTags(app, ledger, expense) {
    const category = ledger.category(expense.categoryId);
    return [
        category && badge([category.icon, category.name].filter(Boolean).join(" ")),
        expense.scheduleId && badge(say("mark.repeats")),
        expense.spread && badge(say(`spread.length.${expense.spread.by}`, { n: portionCount(expense.spread) })),
        expense.expected && badge(say(isOverdue(app, ledger, expense) ? "mark.overdue" : "mark.expected"), "strong"),
        expense.estimate && badge(varianceWords(ledger, expense)),
    ].filter(Boolean);
}

function isOverdue(app, ledger, { executionDate }) {
    return executionDate < app.today(ledger);
}

/** "€3.00 more than expected". */
function varianceWords(ledger, { amount, estimate }) {
    if (amount === 0n) return say("mark.neverCame");
    const by = amount - estimate.amount;
    if (by === 0n) return say("mark.asExpected");
    return say(by > 0n ? "mark.more" : "mark.less", { amount: money(magnitude(by), ledger) });
}

/** The same in full, with the ways that lead on. */
export function marksPart(app, ledger, expense) {
    const category = ledger.category(expense.categoryId);
    const parts = [
        category && h("p", { class: "hint" }, say("mark.category", { name: categoryName(ledger, category) })),
        expense.spread && h("p", { class: "hint" }, spreadWords(expense.spread)),
        expense.expected && expectedPart(app, ledger, expense),
        expense.estimate && h("p", { class: "hint" }, estimateWords(app, ledger, expense)),
        expense.scheduleId && scheduleLink(ledger, expense),
    ].filter(Boolean);
    return parts.length > 0 && h("div", { class: "stack snug" }, parts);
}

function spreadWords({ from, to, by }) {
    const words = { from: formats.longDay(from, ""), to: formats.longDay(to, "") };
    return say(`mark.spread.${by}`, words);
}

function expectedPart(app, ledger, expense) {
    const words = isOverdue(app, ledger, expense) ? "mark.overdueText" : "mark.expectedText";
    const href = inLedger(ledger, "budget", "reconcile", expense.id);
    return [
        h("p", { class: "hint" }, say(words)),
        linkButton({ label: say("reconcile.title"), picture: "check", kind: "primary", href, "data-key": "reconcile" }),
    ];
}

function estimateWords(app, ledger, expense) {
    const { amount, date } = expense.estimate;
    const words = { amount: money(amount, ledger), day: formats.longDay(date, app.today(ledger)) };
    return say("mark.estimate", { ...words, variance: varianceWords(ledger, expense) });
}

function scheduleLink(ledger, { scheduleId }) {
    const href = inLedger(ledger, "budget", "schedules", scheduleId);
    return linkRow({ picture: "sync", label: say("mark.repeatsTitle"), detail: say("mark.repeatsText"), href });
}
