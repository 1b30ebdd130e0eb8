// The statement between two people: every line that moved their balance, newest on top.

import { magnitude } from "../core/money.js";
import { statement } from "../core/statement.js";
import { h } from "../elements/build.js";
import { hero, linkButton } from "../elements/controls.js";
import { named } from "../elements/person.js";
import { formats, money, say } from "../elements/voice.js";
import { recordAddress } from "./plan-card.js";
import { expenseAddress, inLedger } from "./route.js";

export function statementScreen(app, place) {
    const { one, other } = place.params;
    const name = (id) => named(place.ledger.person(id), place.ledger);
    const title = say("statement.title", { one: name(one), other: name(other) });
    return { title, detail: true, content: () => contentOf(app, place.ledger, one, other) };
}

function contentOf(app, ledger, one, other) {
    const lines = statement(ledger.actual, ledger.settlements, one, other).reverse();
    const owed = ledger.balances.owes(other, one);
    const [debtor, creditor] = owed > 0n ? [other, one] : [one, other];
    const href = recordAddress(ledger, debtor, creditor, magnitude(owed));
    const record = linkButton({ label: say("plan.record"), picture: "check", kind: "primary", href });
    return [
        hero(money(magnitude(owed), ledger), "centred"),
        h("p", { class: "centred detail-line" }, standing(ledger, debtor, creditor, owed)),
        owed !== 0n && h("p", { class: "centred" }, record),
        lines.length > 0 && h("ul", { class: "list inset" }, lines.map((line) => row(app, ledger, line, other))),
    ];
}

function standing(ledger, debtor, creditor, owed) {
    if (owed === 0n) return say("balance.even");
    const name = (id) => named(ledger.person(id), ledger);
    return say("statement.owes", { debtor: name(debtor), creditor: name(creditor) });
}

function row(app, ledger, line, other) {
    const { title, day, href } = line.kind === "expense"
        ? ofExpense(ledger, line.item)
        : ofSettlement(ledger, line.item);
    const detail = `${formats.day(day, app.today())} · ${afterwards(ledger, line.running, other)}`;
    const text = [h("span", { class: "row-title" }, title), h("span", { class: "row-detail" }, detail)];
    const amount = h("span", { class: "amount" }, money(line.amount, ledger, { sign: true }));
    return h("li", {}, h("a", { class: "row", href }, h("span", { class: "row-text" }, text), amount));
}

function ofExpense(ledger, { id, title, executionDate }) {
    return { title, day: executionDate, href: expenseAddress(ledger, id) };
}

function ofSettlement(ledger, { id, fromParticipantId, date }) {
    const title = say("statement.settlement", { from: named(ledger.person(fromParticipantId), ledger) });
    return { title, day: date, href: inLedger(ledger, "settle", "settlements", id) };
}

/** Where the two stood after a line. */
function afterwards(ledger, running, other) {
    if (running === 0n) return say("balance.even");
    const key = running > 0n ? "statement.thenOwes" : "statement.thenIsOwed";
    return say(key, { name: named(ledger.person(other), ledger), amount: money(magnitude(running), ledger) });
}
