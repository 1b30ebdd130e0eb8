// What is still open of one expense: its debts, less what was paid for this very expense (LedgerCore's `OpenShares`).

import { Balances } from "./balances.js";
import { debtsOf } from "./payers.js";

/** `[{debtorId, creditorId, amount}]`, empty when it is settled; what was paid too much is owed back. */
export function openShares(expense, settlements) {
    const pair = (a, b) => (a < b ? `${a} ${b}` : `${b} ${a}`);
    const owing = new Set(debtsOf(expense).map(({ debtorId, creditorId }) => pair(debtorId, creditorId)));
    const paid = settlements.filter(({ expenseId, fromParticipantId, toParticipantId }) =>
        expenseId === expense.id && owing.has(pair(fromParticipantId, toParticipantId))
    );
    return new Balances([expense], paid).pairs();
}
