// The statement between two people: every line that moved their balance, newest on top.

import { magnitude } from "../core/money.js";
import { statement } from "../core/statement.js";
import { h } from "../elements/build.js";
import { linkButton } from "../elements/controls.js";
import { named } from "../elements/person.js";
import { formats, money, say } from "../elements/voice.js";
import { moneyToText } from "../core/money.js";
import { inLedger } from "./route.js";

export function statementScreen(app, place) {
    const { one, other } = place.params;
    const name = (id) => named(place.ledger.person(id), place.ledger);
    return { title: say("statement.title", { one: name(one), other: name(other) }), content: () => contentOf(app, place.ledger, one, other) };
}

function contentOf(app, ledger, one, other) {
    const lines = statement(ledger.expenses, ledger.settlements, one, other);
    const owed = ledger.balances.owes(other, one);
    return [
        h("p", { class: "hero centred" }, money(magnitude(owed), ledger)),
        h("p", { class: "centred detail-line" }, standing(ledger, one, other, owed)),
        owed !== 0n && h("p", { class: "centred" }, record(ledger, one, other, owed)),
        h("ul", { class: "list inset" }, lines.reverse().map((line) => row(app, ledger, line, other))),
    ];
}

function standing(ledger, one, other, owed) {
    if (owed === 0n) return say("statement.even");
    const [debtor, creditor] = owed > 0n ? [other, one] : [one, other];
    return say("statement.owes", { debtor: named(ledger.person(debtor), ledger), creditor: named(ledger.person(creditor), ledger) });
}

function record(ledger, one, other, owed) {
    const [from, to] = owed > 0n ? [other, one] : [one, other];
    const query = new URLSearchParams({ from, to, amount: moneyToText(magnitude(owed), ledger.minorDigits) });
    return linkButton({ label: say("plan.record"), picture: "check", kind: "primary", href: `${inLedger(ledger, "settle", "new")}?${query}` });
}

function row(app, ledger, { kind, item, amount, running }, other) {
    const [title, day, address] = kind === "expense"
        ? [item.title, item.executionDate, inLedger(ledger, "expenses", item.id)]
        : [say("statement.settlement", { from: named(ledger.person(item.fromParticipantId), ledger) }), item.date, inLedger(ledger, "settle", "settlements", item.id)];
    const after = running === 0n ? say("balance.even") : say(running > 0n ? "statement.thenOwes" : "statement.thenIsOwed", { name: named(ledger.person(other), ledger), amount: money(magnitude(running), ledger) });
    return h("li", {}, h("a", { class: "row", href: address },
        h("span", { class: "row-text" }, h("span", { class: "row-title" }, title), h("span", { class: "row-detail" }, `${formats.day(day, app.today())} · ${after}`)),
        h("span", { class: "amount" }, money(amount, ledger, { sign: true }))));
}
