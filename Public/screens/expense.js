// One expense in full (SC-FR-HIS-2): shares, note, who entered it and when, and everything that was changed since.

import { sharesOf } from "../core/split.js";
import { h } from "../elements/build.js";
import { button, emptyState, linkButton } from "../elements/controls.js";
import { disc, named } from "../elements/person.js";
import { formats, money, say } from "../elements/voice.js";
import { deleteExpense, labelTags } from "./expense-row.js";
import { historyFold } from "./history.js";
import { inLedger } from "./route.js";

export function expenseScreen(app, place) {
    const expense = () => place.ledger.expense(place.params.expense);
    const history = historyFold(app, place);
    return {
        title: expense()?.title ?? say("expense.gone"),
        content: () => (expense() ? detail(app, place.ledger, expense(), history) : emptyState({ picture: "receipt", title: say("expense.gone"), text: say("expense.goneText") })),
    };
}

function detail(app, ledger, expense, history) {
    const payer = ledger.person(expense.payerId);
    return [
        h("p", { class: "hero centred" }, money(expense.amount, ledger)),
        h("p", { class: "centred detail-line" }, disc(payer, "small"), say("expense.paidOn", { payer: named(payer, ledger), day: formats.longDay(expense.executionDate, app.today()) })),
        h("div", { class: "centred" }, labelTags(ledger, expense)),
        h("h3", { class: "part-title" }, say("expense.split", { n: expense.splitParticipantIds.length })),
        h("ul", { class: "list inset" }, [...sharesOf(expense)].map(([id, share]) => shareRow(ledger, id, share))),
        expense.note && [h("h3", { class: "part-title" }, say("expense.note")), h("p", { class: "inset note" }, expense.note)],
        h("p", { class: "hint" }, entered(ledger, expense)),
        history,
        h("div", { class: "pair" },
            linkButton({ label: say("action.edit"), picture: "edit", kind: "primary", href: inLedger(ledger, "expenses", expense.id, "edit") }),
            button({ label: say("action.delete"), picture: "trash", kind: "danger", key: "delete", onclick: async () => {
                if (await deleteExpense(app, ledger, expense)) app.leave();
            } })),
    ];
}

function shareRow(ledger, id, share) {
    const person = ledger.person(id);
    return h("li", { class: "row plain-row" }, disc(person, "small"), h("span", { class: "row-text" }, named(person, ledger)), h("span", { class: "amount" }, money(share, ledger)));
}

function entered(ledger, expense) {
    const who = (id) => named(ledger.person(id), ledger);
    const created = say("expense.entered", { who: who(expense.createdBy), when: formats.instant(expense.createdAt) });
    if (!expense.lastEditedAt) return created;
    return `${created} ${say("expense.edited", { who: who(expense.lastEditedBy), when: formats.instant(expense.lastEditedAt) })}`;
}
