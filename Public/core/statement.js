// The statement between two people: every expense and settlement that moved their balance, and where it stood after each.

import { byId } from "./ids.js";
import { debtsOf } from "./payers.js";

/**
 * Lines oldest first: `{kind, item, amount, running}`, where a positive amount raises what `b` owes `a`.
 * The last running amount is `balances.owes(b, a)`.
 */
export function statement(expenses, settlements, a, b) {
    const lines = [
        ...expenses.map((item) => ({ kind: "expense", item, day: item.executionDate, amount: lent(item, a, b) })),
        ...settlements.map((item) => ({ kind: "settlement", item, day: item.date, amount: handedBack(item, a, b) })),
    ].filter(({ amount }) => amount !== 0n);
    lines.sort((p, q) => byId(p.day, q.day) || byId(p.item.createdAt, q.item.createdAt) || byId(p.item.id, q.item.id));
    let running = 0n;
    return lines.map(({ kind, item, amount }) => ({ kind, item, amount, running: running += amount }));
}

function lent(expense, a, b) {
    let lent = 0n;
    for (const { debtorId, creditorId, amount } of debtsOf(expense)) {
        if (creditorId === a && debtorId === b) lent += amount;
        if (creditorId === b && debtorId === a) lent -= amount;
    }
    return lent;
}

function handedBack({ fromParticipantId, toParticipantId, amount }, a, b) {
    if (fromParticipantId === a && toParticipantId === b) return amount;
    return fromParticipantId === b && toParticipantId === a ? -amount : 0n;
}
