// Today's number, large, and why it is what it is: every box of the sum with what is in it.

import { h } from "../../elements/build.js";
import { hero } from "../../elements/controls.js";
import { disc, named } from "../../elements/person.js";
import { formats, money, say } from "../../elements/voice.js";
import { expenseAddress, inLedger } from "../route.js";
import { viewAddress } from "./view.js";

export function todayCard(ledger, view, daily) {
    const amount = (minor) => money(minor, ledger);
    const words = { available: amount(daily.available), spent: amount(daily.spentToday) };
    const isMine = view.whose.id === ledger.myParticipantId;
    const caption = isMine ? say("today.left") : say("today.leftOf", { name: view.whose.name });
    return h("section", { class: "card today", "aria-label": say("today.title") }, [
        h("p", { class: "caption" }, caption),
        hero(amount(daily.leftToday), daily.leftToday < 0n ? "bad" : ""),
        h("p", { class: "today-of" }, say(daily.spentToday === 0n ? "today.nothingSpent" : "today.of", words)),
        daily.available < 0n && h("p", { class: "bad" }, say("today.overdrawn")),
        daily.income === 0n && h("p", { class: "hint" }, say("today.noIncome")),
        ledger.present.length > 1 && ledger.kind === "wallet" && whoseSwitch(ledger, view),
        why(ledger, daily),
    ]);
}

/** Links that look like chips: whose budget it is stands in the address. */
function whoseSwitch(ledger, view) {
    const chips = ledger.present.map((person) => {
        const href = viewAddress(ledger, { ...view, whose: person });
        const current = person.id === view.whose.id ? "true" : null;
        const attributes = { class: "filter-chip", href, "aria-current": current, "data-replace": true };
        return h(
            "a",
            { ...attributes, "data-key": `whose ${person.id}` },
            disc(person, "small"),
            named(person, ledger),
        );
    });
    return h("nav", { class: "filters centred-row", "aria-label": say("today.whose") }, chips);
}

function why(ledger, daily) {
    const { explain } = daily;
    const rows = [
        box(ledger, "income", daily.income, explain.income),
        box(ledger, "recurring", -daily.recurring, explain.recurring),
        box(ledger, "spread", -daily.spread, explain.spread),
        box(ledger, "expected", -daily.expected, explain.expected),
        box(ledger, "saving", -daily.saving, []),
        box(ledger, "variable", -daily.variableBefore, explain.variable),
        result(ledger, say("why.pool"), daily.pool),
        result(ledger, say("why.available", { n: daily.daysLeft }), daily.available),
        box(ledger, "spentToday", -daily.spentToday, explain.today ?? []),
        result(ledger, say("why.leftToday"), daily.leftToday),
    ];
    const summary = h("summary", {}, say("why.title"));
    const burden = h("p", { class: "hint" }, say("why.burden", burdenWords(ledger, daily.burden)));
    return h("details", { class: "fold why", "data-key": "why" }, summary, h("ul", { class: "sum" }, rows), burden);
}

function burdenWords(ledger, { individual, shared, total }) {
    const [own, ours, all] = [individual, shared, total].map((minor) => money(minor, ledger));
    return { own, shared: ours, total: all };
}

/** One box of the sum; with lines it unfolds. Nothing in it is not worth a row, but for income. */
function box(ledger, name, amount, lines) {
    if (amount === 0n && lines.length === 0 && name !== "income") return null;
    const head = [h("span", {}, say(`why.${name}`)), h("span", { class: "amount" }, money(amount, ledger))];
    if (lines.length === 0) return h("li", { class: "sum-row" }, head);
    const rows = lines.map((line) => h("li", {}, lineRow(ledger, line)));
    const fold = h(
        "details",
        { class: "sum-box", "data-key": `why ${name}` },
        h("summary", { class: "sum-row" }, head),
    );
    fold.append(h("ul", { class: "inset" }, rows));
    return h("li", {}, fold);
}

function result(ledger, label, amount) {
    const tone = amount < 0n ? "bad" : "";
    const shown = h("strong", { class: `amount ${tone}` }, money(amount, ledger));
    return h("li", { class: "sum-row result" }, h("span", {}, label), shown);
}

function lineRow(ledger, line) {
    const text = h("span", { class: "row-text" }, [
        h("span", {}, line.title),
        line.date && h("span", { class: "row-detail" }, formats.longDay(line.date, "")),
    ]);
    const content = [text, h("span", { class: "amount" }, money(line.amount, ledger))];
    const href = lineAddress(ledger, line);
    return href ? h("a", { class: "row", href }, content) : h("div", { class: "row plain-row" }, content);
}

function lineAddress(ledger, { expenseId, scheduleId, incomeId }) {
    if (scheduleId) return inLedger(ledger, "budget", "schedules", scheduleId);
    if (incomeId) return inLedger(ledger, "budget", "incomes", incomeId);
    return expenseId && expenseAddress(ledger, expenseId);
}
