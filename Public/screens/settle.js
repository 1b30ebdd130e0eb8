// Where everybody stands: my balances person by person, then the fewest payments that settle it all.

import { newestFirst } from "../core/expenses.js";
import { magnitude } from "../core/money.js";
import { planOf } from "../core/plan.js";
import { h } from "../elements/build.js";
import { card, emptyState, hero, linkButton } from "../elements/controls.js";
import { icon } from "../elements/icon.js";
import { called, disc, named } from "../elements/person.js";
import { formats, money, say } from "../elements/voice.js";
import { planCard } from "./plan-card.js";
import { positionsCard } from "./positions-card.js";
import { inLedger } from "./route.js";
import { waitingTag } from "./waiting/mark.js";

export function settleScreen(app, place) {
    const whole = {
        isOn: false,
        turn: () => {
            whole.isOn = !whole.isOn;
            app.stage.refresh();
        },
    };
    const content = () => contentOf(app, place.ledger, whole);
    return { title: say("tab.settle"), quietTitle: true, class: "columns", content };
}

function contentOf(app, ledger, whole) {
    if (ledger.actual.length === 0 && ledger.settlements.length === 0) return nothingYet(ledger);
    const plan = planOf(ledger).count > 0 ? planCard(ledger, whole) : allSettled(ledger);
    return [
        h("div", { class: "column" }, ledger.me && mine(ledger), plan),
        h("div", { class: "column" }, positionsCard(ledger), payments(app, ledger)),
    ];
}

function nothingYet(ledger) {
    const href = inLedger(ledger, "expenses", "new");
    const action = linkButton({ label: say("expense.add"), picture: "add", kind: "primary", href });
    return emptyState({ picture: "settle", title: say("settle.nothing"), text: say("settle.nothingText"), action });
}

/** Everybody is even. What single people still owe each other then cancels out in a circle (SC-FR-BAL-4 keeps it raw). */
function allSettled(ledger) {
    const picture = h("span", { class: "empty-picture" }, icon("check"));
    const text = say(ledger.balances.pairs().length === 0 ? "settle.doneText" : "settle.circle");
    return h("section", { class: "card settled" }, picture, h("h2", {}, say("settle.done")), h("p", {}, text));
}

function mine(ledger) {
    const position = ledger.positions.get(ledger.myParticipantId) ?? 0n;
    const standing = position === 0n ? "even" : position > 0n ? "owed" : "owe";
    const tone = { even: "", owed: "good", owe: "bad" }[standing];
    const lines = ledger.balances.of(ledger.myParticipantId).map((line) => withPerson(ledger, line));
    const list = h("ul", { class: "list" }, lines);
    return card(
        { class: "mine" },
        h("p", { class: "caption" }, say(`settle.you.${standing}`)),
        hero(money(magnitude(position), ledger), tone),
        lines.length > 0 && (standing === "even" ? pairsFold(list) : list),
    );
}

/** Even in all, yet not with everybody: worth knowing, not worth worrying. */
function pairsFold(list) {
    return h("details", { class: "fold", "data-key": "pairs" }, h("summary", {}, say("settle.pairs")), list);
}

function withPerson(ledger, { participantId, amount, direction }) {
    const person = ledger.person(participantId);
    const href = inLedger(ledger, "settle", ledger.myParticipantId, participantId);
    const tone = direction === "owesYou" ? "good" : "bad";
    const text = [
        h("span", { class: "row-title" }, called(person, ledger)),
        h("span", { class: "row-detail" }, say(`settle.${direction}`)),
    ];
    const shown = h("span", { class: `amount ${tone}` }, money(amount, ledger));
    return h(
        "li",
        {},
        h("a", { class: "row", href }, disc(person), h("span", { class: "row-text" }, text), shown, icon("forward")),
    );
}

/** What was handed back so far; each can be opened, changed and deleted. */
function payments(app, ledger) {
    const items = newestFirst(ledger.settlements.map((one) => ({ ...one, executionDate: one.date })));
    const list = h("ul", { class: "list" }, items.map((one) => paymentRow(app, ledger, one)));
    const add = linkButton({ label: say("settlement.add"), picture: "add", href: inLedger(ledger, "settle", "new") });
    const none = h("p", { class: "hint" }, say("settle.noPayments"));
    return card({ title: say("settle.payments"), class: "payments" }, items.length > 0 ? list : none, add);
}

function paymentRow(app, ledger, { id, fromParticipantId, toParticipantId, date, amount, waiting }) {
    const from = ledger.person(fromParticipantId);
    const names = { from: called(from, ledger), to: named(ledger.person(toParticipantId), ledger) };
    const attributes = {
        class: "row",
        href: inLedger(ledger, "settle", "settlements", id),
        "data-key": `payment ${id}`,
    };
    const text = [
        h("span", { class: "row-title" }, say("settlement.line", names)),
        h("span", { class: "row-detail" }, formats.day(date, app.today())),
        waitingTag({ waiting }),
    ];
    const shown = h("span", { class: "amount" }, money(amount, ledger));
    return h("li", {}, h("a", attributes, disc(from), h("span", { class: "row-text" }, text), shown));
}
