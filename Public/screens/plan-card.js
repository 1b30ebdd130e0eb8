// "Settle up in n payments": the payments, each recorded in two taps, and why fewer are impossible.

import { moneyToText } from "../core/money.js";
import { h } from "../elements/build.js";
import { card, linkButton } from "../elements/controls.js";
import { icon } from "../elements/icon.js";
import { disc, named } from "../elements/person.js";
import { formats, money, say } from "../elements/voice.js";
import { inLedger } from "./route.js";

export function planCard(ledger) {
    const { payments, count, minimal, groups } = ledger.plan;
    const rows = payments.map((payment) => paymentRow(ledger, payment));
    const why = minimal ? proof(ledger, groups) : h("p", { class: "hint" }, say("plan.greedy"));
    return card({ title: say("plan.title", { n: count }), class: "plan" }, h("ul", { class: "list" }, rows), why);
}

function paymentRow(ledger, { fromId, toId, amount }) {
    const [from, to] = [ledger.person(fromId), ledger.person(toId)];
    const words = { from: named(from, ledger), to: named(to, ledger), amount: money(amount, ledger) };
    const people = h("span", { class: "payment-people", "aria-hidden": "true" }, disc(from), icon("arrow"), disc(to));
    const text = [h("span", {}, say("plan.pays", words)), h("strong", { class: "amount" }, words.amount)];
    const record = linkButton({
        label: say("plan.record"),
        href: recordAddress(ledger, fromId, toId, amount),
        "aria-label": say("plan.recordWhat", words),
    });
    return h("li", { class: "payment" }, people, h("span", { class: "payment-text" }, text), record);
}

/** The form for recording a payment, with everything filled in. */
export function recordAddress(ledger, from, to, amount) {
    const query = new URLSearchParams({ from, to, amount: moneyToText(amount, ledger.minorDigits) });
    return `${inLedger(ledger, "settle", "new")}?${query}`;
}

/** The groups are the proof: within each the debts cancel out, and no group falls apart any further. */
function proof(ledger, groups) {
    const people = groups.flat().length;
    const n = people - groups.length;
    const sum = groups.length === 1
        ? say("plan.oneGroup", { people, n })
        : say("plan.groups", { people, groups: groups.length, n });
    const names = (group) => formats.list(group.map((id) => named(ledger.person(id), ledger)));
    const lines = groups.map((group) => h("li", {}, say("plan.group", { n: group.length - 1, people: names(group) })));
    return h(
        "details",
        { class: "fold", "data-key": "proof" },
        h("summary", {}, say("plan.why", { n })),
        h("p", {}, say("plan.rule")),
        h("ul", { class: "bullets" }, lines),
        h("p", {}, sum),
    );
}
