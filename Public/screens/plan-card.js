// "Settle up in n payments": the payments, each recorded in two taps, and why fewer are impossible.

import { moneyToText } from "../core/money.js";
import { planOf } from "../core/plan.js";
import { h } from "../elements/build.js";
import { card, linkButton } from "../elements/controls.js";
import { icon } from "../elements/icon.js";
import { disc, named } from "../elements/person.js";
import { formats, money, say } from "../elements/voice.js";
import { inLedger } from "./route.js";

/** `whole`: `{isOn, turn()}`, whether amounts are rounded to whole ones. */
export function planCard(ledger, whole) {
    const { payments, count, minimal, groups } = planOf(ledger, whole.isOn ? wholeUnit(ledger) : 1n);
    const rows = payments.map((payment) => paymentRow(ledger, payment));
    const why = minimal ? proof(ledger, groups) : h("p", { class: "hint" }, say("plan.greedy"));
    const list = h("ul", { class: "list" }, rows);
    const even = count === 0 && h("p", { class: "hint" }, say("plan.wholeNone"));
    return card(
        { title: say("plan.title", { n: count }), class: "plan" },
        list,
        even,
        wholeSwitch(ledger, whole),
        count > 0 && why,
    );
}

function wholeUnit({ minorDigits }) {
    return 10n ** BigInt(minorDigits);
}

/** A currency without decimals has whole amounts only. */
function wholeSwitch(ledger, whole) {
    if (ledger.minorDigits === 0) return null;
    const input = h("input", {
        type: "checkbox",
        class: "chip-input",
        "data-key": "whole amounts",
        onchange: whole.turn,
    });
    input.checked = whole.isOn;
    const text = [
        h("span", { class: "chip-label" }, say("plan.whole")),
        h("small", { class: "chip-note" }, say("plan.wholeHint")),
    ];
    return h(
        "p",
        { class: "plan-whole" },
        h("label", { class: "chip" }, input, h("span", { class: "chip-text" }, text)),
    );
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
