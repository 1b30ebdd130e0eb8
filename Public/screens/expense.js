// One expense in full (SC-FR-HIS-2): shares, note, who entered it and when, and everything that was changed since.

import { sharesOf } from "../core/split.js";
import { h } from "../elements/build.js";
import { button, emptyState, hero, linkButton } from "../elements/controls.js";
import { disc, named } from "../elements/person.js";
import { formats, money, say } from "../elements/voice.js";
import { deleteExpense, labelTags } from "./expense-row.js";
import { historyFold } from "./history.js";
import { inLedger } from "./route.js";

export function expenseScreen(app, place) {
    const expense = () => place.ledger.expense(place.params.expense);
    const history = historyFold(app, place);
    const content = () => (expense() ? detail(app, place.ledger, expense(), history) : gone());
    return { title: expense()?.title ?? say("expense.gone"), content };
}

function gone() {
    return emptyState({ picture: "receipt", title: say("expense.gone"), text: say("expense.goneText") });
}

function detail(app, ledger, expense, history) {
    const payer = ledger.person(expense.payerId);
    const day = formats.longDay(expense.executionDate, app.today());
    const paid = say("expense.paidOn", { payer: named(payer, ledger), day });
    const shares = [...sharesOf(expense)].map(([id, share]) => shareRow(ledger, ledger.person(id), share));
    return [
        hero(money(expense.amount, ledger), "centred"),
        h("p", { class: "centred detail-line" }, disc(payer, "small"), paid),
        h("div", { class: "centred" }, labelTags(ledger, expense)),
        h("h3", { class: "part-title" }, say("expense.split", { n: shares.length })),
        h("ul", { class: "list inset" }, shares),
        expense.note &&
        [h("h3", { class: "part-title" }, say("expense.note")), h("p", { class: "inset note" }, expense.note)],
        h("p", { class: "hint" }, entered(ledger, expense)),
        history,
        actions(app, ledger, expense),
    ];
}

function shareRow(ledger, person, share) {
    const name = h("span", { class: "row-text" }, named(person, ledger));
    return h(
        "li",
        { class: "row plain-row" },
        disc(person, "small"),
        name,
        h("span", { class: "amount" }, money(share, ledger)),
    );
}

function entered(ledger, { createdBy, createdAt, lastEditedBy, lastEditedAt }) {
    const words = (id, at) => ({ who: named(ledger.person(id), ledger), when: formats.instant(at) });
    const created = say("expense.entered", words(createdBy, createdAt));
    return lastEditedAt ? `${created} ${say("expense.edited", words(lastEditedBy, lastEditedAt))}` : created;
}

function actions(app, ledger, expense) {
    const href = inLedger(ledger, "expenses", expense.id, "edit");
    const remove = async () => {
        if (await deleteExpense(app, ledger, expense)) app.leave();
    };
    return h("div", { class: "pair" }, [
        linkButton({ label: say("action.edit"), picture: "edit", kind: "primary", href, "data-key": "edit" }),
        button({ label: say("action.delete"), picture: "trash", kind: "danger", key: "delete", onclick: remove }),
    ]);
}
