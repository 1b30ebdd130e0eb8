// Where everybody stands: my balances person by person, then the fewest payments that settle it all.

import { magnitude } from "../core/money.js";
import { newestFirst } from "../core/expenses.js";
import { h } from "../elements/build.js";
import { card, emptyState, linkButton } from "../elements/controls.js";
import { icon } from "../elements/icon.js";
import { called, disc, named } from "../elements/person.js";
import { formats, money, say } from "../elements/voice.js";
import { planCard } from "./plan-card.js";
import { inLedger } from "./route.js";

export function settleScreen(app, place) {
    return { title: say("tab.settle"), quietTitle: true, content: () => contentOf(app, place.ledger) };
}

function contentOf(app, ledger) {
    if (ledger.expenses.length === 0 && ledger.settlements.length === 0) {
        return emptyState({ picture: "settle", title: say("settle.nothing"), text: say("settle.nothingText"), action: addExpense(ledger) });
    }
    return [
        ledger.me && mine(ledger),
        ledger.plan.count > 0 ? planCard(ledger) : allSettled(),
        positions(ledger),
        payments(app, ledger),
    ];
}

function addExpense(ledger) {
    return linkButton({ label: say("expense.add"), picture: "add", kind: "primary", href: inLedger(ledger, "expenses", "new") });
}

function allSettled() {
    return h("section", { class: "card settled" }, h("span", { class: "empty-picture" }, icon("check")), h("h2", {}, say("settle.done")), h("p", {}, say("settle.doneText")));
}

function mine(ledger) {
    const position = ledger.positions.get(ledger.myParticipantId) ?? 0n;
    const words = position === 0n ? "even" : position > 0n ? "owed" : "owe";
    const tone = { even: "", owed: "good", owe: "bad" }[words];
    return card({ class: "mine" },
        h("p", { class: "caption" }, say(`settle.you.${words}`)),
        h("p", { class: `hero ${tone}` }, money(magnitude(position), ledger)),
        h("ul", { class: "list" }, ledger.balances.of(ledger.myParticipantId).map((line) => withPerson(ledger, line))));
}

function withPerson(ledger, { participantId, amount, direction }) {
    const person = ledger.person(participantId);
    return h("li", {}, h("a", { class: "row", href: inLedger(ledger, "settle", ledger.myParticipantId, participantId) }, disc(person),
        h("span", { class: "row-text" }, h("span", { class: "row-title" }, called(person, ledger)), h("span", { class: "row-detail" }, say(`settle.${direction}`))),
        h("span", { class: `amount ${direction === "owesYou" ? "good" : "bad"}` }, money(amount, ledger)), icon("forward")));
}

/** Everybody's position as a bar to the left (owes) or right (is owed); the words say it too. */
function positions(ledger) {
    const shown = [...ledger.positions].filter(([, amount]) => amount !== 0n);
    if (shown.length === 0) return null;
    const largest = shown.reduce((most, [, amount]) => (magnitude(amount) > most ? magnitude(amount) : most), 1n);
    return card({ title: say("settle.positions") }, h("ul", { class: "positions" }, shown.map(([id, amount]) => {
        const person = ledger.person(id);
        return h("li", { class: "position" }, disc(person, "small"), h("span", { class: "position-name" }, named(person, ledger)),
            h("span", { class: "position-words" }, say(amount > 0n ? "balance.isOwed" : "balance.owes", { amount: money(magnitude(amount), ledger) })),
            h("span", { class: `position-bar ${amount > 0n ? "right" : "left"}`, "aria-hidden": "true", "data-colour": person?.colour, variables: { "--part": String(Number((magnitude(amount) * 1000n) / largest)) } }));
    })));
}

/** What was handed back so far; each can be opened, changed and deleted. */
function payments(app, ledger) {
    const add = linkButton({ label: say("settlement.add"), picture: "add", href: inLedger(ledger, "settle", "new") });
    const items = newestFirst(ledger.settlements.map((one) => ({ ...one, executionDate: one.date })));
    return card({ title: say("settle.payments") },
        items.length > 0 ? h("ul", { class: "list" }, items.map((one) => paymentRow(app, ledger, one))) : h("p", { class: "hint" }, say("settle.noPayments")), add);
}

function paymentRow(app, ledger, one) {
    const [from, to] = [ledger.person(one.fromParticipantId), ledger.person(one.toParticipantId)];
    return h("li", {}, h("a", { class: "row", href: inLedger(ledger, "settle", "settlements", one.id), "data-key": `settlement ${one.id}` }, disc(from),
        h("span", { class: "row-text" }, h("span", { class: "row-title" }, say("settlement.line", { from: called(from, ledger), to: to ? named(to, ledger) : say("person.unknown") })),
            h("span", { class: "row-detail" }, formats.day(one.date, app.today()))),
        h("span", { class: "amount" }, money(one.amount, ledger))));
}
