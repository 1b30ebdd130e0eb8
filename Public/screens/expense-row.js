// One expense in a list: title and amount, who paid and for how many, and what my part of it is.

import { paymentsOf } from "../core/payers.js";
import { sharesOf } from "../core/split.js";
import { h } from "../elements/build.js";
import { called, disc } from "../elements/person.js";
import { formats, money, say } from "../elements/voice.js";
import { markTags } from "./expense/marks.js";
import { expenseAddress } from "./route.js";
import { inputOf } from "./expense-input.js";

export function expenseRow(app, ledger, expense) {
    const payer = ledger.person(expense.payerId);
    const row = h(
        "a",
        { class: "row expense", href: expenseAddress(ledger, expense.id), "data-key": `expense ${expense.id}` },
        disc(payer),
        h(
            "span",
            { class: "row-text" },
            h("span", { class: "row-title" }, expense.title),
            h("span", { class: "row-detail" }, paidFor(ledger, expense)),
            expenseTags(app, ledger, expense),
        ),
        h(
            "span",
            { class: "row-amount" },
            h("span", { class: "amount" }, money(expense.amount, ledger)),
            myPart(ledger, expense),
        ),
    );
    const swipe = h("swipe-row", { onswept: () => deleteExpense(app, ledger, expense) }, row);
    return h("li", {}, swipe);
}

function paidFor(ledger, expense) {
    const people = expense.splitParticipantIds;
    const payers = [...paymentsOf(expense).keys()].map((id) => called(ledger.person(id), ledger));
    const forWhom = people.length === 1
        ? say("expense.forOne", { name: called(ledger.person(people[0]), ledger) })
        : say("expense.forMany", { n: people.length });
    return say(expense.expected ? "expense.paysFor" : "expense.paidFor", { payer: formats.list(payers), forWhom });
}

/** What it is besides an expense, and its labels. */
export function expenseTags(app, ledger, expense) {
    const labels = ledger.labelsOf(expense).map(({ name }) => h("span", { class: "tag" }, name));
    const tags = [...markTags(app, ledger, expense), ...labels];
    return tags.length > 0 && h("span", { class: "tags" }, tags);
}

/** What this expense did to me: lent, borrowed, or nothing. Said in words, not by colour alone. */
function myPart(ledger, expense) {
    if (expense.expected) return h("small", {}, say("expense.notYet"));
    const mine = sharesOf(expense).get(ledger.myParticipantId) ?? 0n;
    const paid = paymentsOf(expense).get(ledger.myParticipantId) ?? 0n;
    if (paid > mine) {
        return h("small", { class: "good" }, say("expense.youLent", { amount: money(paid - mine, ledger) }));
    }
    if (mine > 0n && paid < mine) {
        return h("small", { class: "bad" }, say("expense.yourShare", { amount: money(mine, ledger) }));
    }
    return h("small", {}, ledger.me ? say("expense.notYours") : "");
}

/** Deletes at once and offers to take it back: the same id is then written anew. */
export function deleteExpense(app, ledger, expense) {
    return app.attempt(async () => {
        try {
            await app.books.write(ledger.id, "DELETE", `/expenses/${expense.id}`);
        } catch (problem) {
            app.stage.refresh();
            throw problem;
        }
        const run = () => app.attempt(() => putBack(app, ledger, expense));
        const words = expense.scheduleId ? "expense.skipped" : "expense.deleted";
        app.toast(say(words, { title: expense.title }), { label: say("action.undo"), run });
        return true;
    });
}

/** What comes of a schedule was skipped: it comes again as it was. */
async function putBack(app, ledger, expense) {
    const { id, scheduleId, occurrence, lastEditedAt } = expense;
    const input = inputOf(ledger, expense);
    if (!scheduleId) return app.books.write(ledger.id, "PUT", `/expenses/${id}?revive=true`, input);
    if (lastEditedAt) return app.books.write(ledger.id, "PUT", `/expenses/${id}`, input);
    return app.books.write(ledger.id, "DELETE", `/schedules/${scheduleId}/occurrences/${occurrence}`);
}
