// One expense in a list: title and amount, who paid and for how many, and what my part of it is.

import { paymentsOf } from "../core/payers.js";
import { sharesOf } from "../core/split.js";
import { h } from "../elements/build.js";
import { called, disc } from "../elements/person.js";
import { formats, money, say } from "../elements/voice.js";
import { markTags } from "./expense/marks.js";
import { late } from "./late.js";
import { expenseAddress } from "./route.js";
import { waitingTag } from "./waiting/mark.js";

const deleteExpense = late("expense-deleting.js", "deleteExpense");

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
    const onswept = async ({ currentTarget: swept }) => {
        if (!(await app.attempt(() => deleteExpense(app, ledger, expense)))) swept.comeBack();
    };
    return h("li", {}, h("swipe-row", { onswept }, row));
}

function paidFor(ledger, expense) {
    const people = expense.splitParticipantIds;
    const payers = [...paymentsOf(expense).keys()].map((id) => called(ledger.person(id), ledger));
    const forWhom = people.length === 1
        ? say("expense.forOne", { name: called(ledger.person(people[0]), ledger) })
        : say("expense.forMany", { n: people.length });
    const words = { payer: formats.list(payers), n: payers.length, forWhom };
    return say(expense.expected ? "expense.paysFor" : "expense.paidFor", words);
}

/** What it is besides an expense, and its labels. */
export function expenseTags(app, ledger, expense) {
    const labels = ledger.labelsOf(expense).map(({ name }) => h("span", { class: "tag" }, name));
    const tags = [waitingTag(expense), ...markTags(app, ledger, expense), ...labels].filter(Boolean);
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
