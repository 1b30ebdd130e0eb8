// "Mark as settled": records the payments that close what is still open of one expense.

import { moneyToText } from "../../core/money.js";
import { openShares } from "../../core/open-shares.js";
import { h } from "../../elements/build.js";
import { button } from "../../elements/controls.js";
import { named } from "../../elements/person.js";
import { confirmed } from "../../elements/sheet.js";
import { formats, money, say } from "../../elements/voice.js";
import { newId } from "../../outside/dice.js";

export function settleExpense(app, ledger, expense) {
    if (ledger.schemaVersion < 2) return null;
    const open = openShares(expense, ledger.settlements);
    if (open.length === 0) return h("p", { class: "hint" }, say("expense.isSettled"));
    const onclick = () => settle(app, ledger, expense, open);
    return button({ label: say("expense.settle"), picture: "check", key: "settle expense", onclick });
}

async function settle(app, ledger, expense, open) {
    const payments = open.map(({ debtorId, creditorId, amount }) => {
        const [from, to] = [debtorId, creditorId].map((id) => named(ledger.person(id), ledger));
        return say("expense.settlePayment", { from, to, amount: money(amount, ledger) });
    });
    const text = say("expense.settleText", { payments: formats.list(payments) });
    const action = say("expense.settleAction", { n: open.length });
    if (!(await confirmed({ title: say("expense.settle"), text, action, kind: "primary" }))) return;
    await app.attempt(async () => {
        for (const payment of open) await record(app, ledger, expense, payment);
        app.toast(say("expense.settled"));
    });
}

/** Under an id of ours, so that it can wait for the server. */
function record(app, ledger, expense, { debtorId, creditorId, amount }) {
    return app.books.write(ledger.id, "PUT", `/settlements/${newId()}`, {
        fromParticipantId: debtorId,
        toParticipantId: creditorId,
        amount: moneyToText(amount, ledger.minorDigits),
        date: app.today(ledger),
        expenseId: expense.id,
    });
}
