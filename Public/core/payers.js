// Who paid an expense, and who owes whom for it: exactly, also when several have paid.

import { apportion } from "./apportion.js";
import { byId } from "./ids.js";
import { sharesOf } from "./split.js";

/** What each payer paid, as a Map from participant id to minor units. */
export function paymentsOf({ payers, payerId, amount }) {
    return payers ? new Map(payers.map((one) => [one.participantId, one.amount])) : new Map([[payerId, amount]]);
}

/** Every debt the expense makes, as `{debtorId, creditorId, amount}`, positive; nobody owes themselves. */
export function debtsOf(expense) {
    const shares = sharesOf(expense);
    const debts = expense.payers ? amongPayers(shares, paymentsOf(expense)) : toOne(shares, expense.payerId);
    return debts.filter(({ debtorId, creditorId, amount }) => debtorId !== creditorId && amount !== 0n);
}

function toOne(shares, creditorId) {
    return [...shares].map(([debtorId, amount]) => ({ debtorId, creditorId, amount }));
}

/**
 * In the order of ids each share is divided over what is *left* of each payer's amount. So the rows sum to the shares and
 * the columns to what was paid, and everybody's position is paid − share to the last minor unit.
 */
function amongPayers(shares, left) {
    const debts = [];
    for (const [debtorId, share] of [...shares].sort(([a], [b]) => byId(a, b))) {
        if (share === 0n) continue;
        for (const [creditorId, amount] of apportion(share, left)) {
            left.set(creditorId, left.get(creditorId) - amount);
            debts.push({ debtorId, creditorId, amount });
        }
    }
    return debts;
}
