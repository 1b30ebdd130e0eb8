// "Settle up in n payments": the payments, each recorded in two taps, and why fewer are impossible.

import { h } from "../elements/build.js";
import { card, linkButton } from "../elements/controls.js";
import { icon } from "../elements/icon.js";
import { disc, named } from "../elements/person.js";
import { formats, money, say } from "../elements/voice.js";
import { moneyToText } from "../core/money.js";
import { inLedger } from "./route.js";

export function planCard(ledger) {
    const { payments, count, minimal, groups } = ledger.plan;
    return card({ title: say("plan.title", { n: count }), class: "plan" },
        h("ul", { class: "list" }, payments.map((payment) => paymentRow(ledger, payment))),
        minimal ? proof(ledger, groups) : h("p", { class: "hint" }, say("plan.greedy")));
}

function paymentRow(ledger, { fromId, toId, amount }) {
    const [from, to] = [ledger.person(fromId), ledger.person(toId)];
    const query = new URLSearchParams({ from: fromId, to: toId, amount: moneyToText(amount, ledger.minorDigits) });
    return h("li", { class: "payment" },
        h("span", { class: "payment-people", "aria-hidden": "true" }, disc(from), icon("arrow"), disc(to)),
        h("span", { class: "payment-text" }, h("span", {}, say("plan.pays", { from: named(from, ledger), to: named(to, ledger) })), h("strong", { class: "amount" }, money(amount, ledger))),
        linkButton({ label: say("plan.record"), picture: "check", href: `${inLedger(ledger, "settle", "new")}?${query}`,
            "aria-label": say("plan.recordWhat", { from: named(from, ledger), to: named(to, ledger), amount: money(amount, ledger) }) }));
}

/** The groups are the proof: within each the debts cancel out, and no group falls apart any further. */
function proof(ledger, groups) {
    const people = groups.reduce((sum, group) => sum + group.length, 0);
    return h("details", { class: "fold", "data-key": "proof" },
        h("summary", {}, say("plan.why", { n: people - groups.length })),
        h("p", {}, say("plan.rule")),
        h("ul", { class: "bullets" }, groups.map((group) => h("li", {}, say("plan.group", { n: group.length - 1, people: formats.list(group.map((id) => named(ledger.person(id), ledger))) })))),
        h("p", {}, groups.length === 1
            ? say("plan.oneGroup", { people, n: people - 1 })
            : say("plan.groups", { people, groups: groups.length, n: people - groups.length })));
}
