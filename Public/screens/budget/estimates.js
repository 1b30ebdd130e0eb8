// How estimates turned out: each with what it was and what had been expected, and the sum of the differences.

import { magnitude } from "../../core/money.js";
import { h } from "../../elements/build.js";
import { card } from "../../elements/controls.js";
import { icon } from "../../elements/icon.js";
import { formats, money, say } from "../../elements/voice.js";
import { expenseAddress } from "../route.js";

export function estimatesCard(app, ledger, { items, total }) {
    if (items.length === 0) return null;
    const rows = [...items].reverse().map((item) => h("li", {}, row(app, ledger, item)));
    return card({ title: say("estimates.title") }, [
        h("p", { class: "hint" }, say("estimates.total", { words: differenceWords(ledger, total) })),
        h("ul", { class: "list" }, rows),
    ]);
}

function row(app, ledger, { expenseId, title, date, expected, actual, variance }) {
    const words = { expected: money(expected, ledger), day: formats.day(date, app.today(ledger)) };
    const text = h("span", { class: "row-text" }, [
        h("span", { class: "row-title" }, title),
        h("span", { class: "row-detail" }, say("estimates.line", words)),
    ]);
    const shown = h("span", { class: "row-amount" }, [
        h("span", { class: "amount" }, money(actual, ledger)),
        h("small", {}, differenceWords(ledger, variance)),
    ]);
    return h("a", { class: "row", href: expenseAddress(ledger, expenseId) }, text, shown, icon("forward"));
}

/** "€3.00 more", in words as signs are easily overlooked. */
function differenceWords(ledger, by) {
    if (by === 0n) return say("estimates.even");
    return say(by > 0n ? "estimates.more" : "estimates.less", { amount: money(magnitude(by), ledger) });
}
