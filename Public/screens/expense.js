// One expense in full (SC-FR-HIS-2): who paid, who bears what, what was said about it, and everything changed since.

import { h } from "../elements/build.js";
import { button, emptyState, hero, linkButton } from "../elements/controls.js";
import { named } from "../elements/person.js";
import { formats, money, say } from "../elements/voice.js";
import { commentsPart } from "./expense/comments.js";
import { settleExpense } from "./expense/settle.js";
import { marksPart } from "./expense/marks.js";
import { itemsFold, paidLine, payersPart, sharesPart } from "./expense/shares.js";
import { deleteExpense } from "./expense-deleting.js";
import { expenseTags } from "./expense-row.js";
import { historyFold } from "./history.js";
import { expenseAddress } from "./route.js";
import { waitingNotice } from "./waiting/deciding.js";

export function expenseScreen(app, place) {
    const expense = () => place.ledger.expense(place.params.expense);
    const parts = { history: historyFold(app, place), comments: commentsPart(app, place) };
    const content = () => (expense() ? detail(app, place.ledger, expense(), parts) : gone());
    return { title: expense()?.title ?? say("expense.gone"), detail: true, isGone: !expense(), content };
}

function gone() {
    return emptyState({ picture: "receipt", title: say("expense.gone"), text: say("expense.goneText") });
}

function detail(app, ledger, expense, { history, comments }) {
    comments.follow(ledger, expense);
    return [
        hero(money(expense.amount, ledger), "centred"),
        waitingNotice(app, ledger, expense),
        paidLine(app, ledger, expense),
        h("div", { class: "centred" }, expenseTags(app, ledger, expense)),
        marksPart(app, ledger, expense),
        payersPart(ledger, expense),
        sharesPart(ledger, expense),
        itemsFold(ledger, expense),
        !expense.expected && settleExpense(app, ledger, expense),
        expense.note &&
        [h("h3", { class: "part-title" }, say("expense.note")), h("p", { class: "inset note" }, expense.note)],
        comments,
        h("p", { class: "hint" }, entered(ledger, expense)),
        history,
        actions(app, ledger, expense),
    ];
}

function entered(ledger, { createdBy, createdAt, lastEditedBy, lastEditedAt }) {
    const words = (id, at) => ({ who: named(ledger.person(id), ledger), when: formats.instant(at) });
    const created = say("expense.entered", words(createdBy, createdAt));
    return lastEditedAt ? `${created} ${say("expense.edited", words(lastEditedBy, lastEditedAt))}` : created;
}

function actions(app, ledger, expense) {
    const href = expenseAddress(ledger, expense.id, "edit");
    const remove = async () => {
        if (await deleteExpense(app, ledger, expense)) app.leave();
    };
    const away = say(expense.scheduleId ? "occurrence.skip" : "action.delete");
    return h("div", { class: "pair" }, [
        linkButton({ label: say("action.edit"), picture: "edit", kind: "primary", href, "data-key": "edit" }),
        button({ label: away, picture: "trash", kind: "danger", key: "delete", onclick: remove }),
    ]);
}
