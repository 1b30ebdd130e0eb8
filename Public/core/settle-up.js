// The settle-up plan: the fewest payments that bring every position to zero, with its proof, and among those the one with
// the most payments between people who owe each other directly. LedgerCore's `SettleUpPlan` says exactly what is the best.

import { oppositePairs, paymentsWithin, readPositions } from "./open-positions.js";
import { byId } from "./ids.js";
import { bestGroups } from "./zero-sum-groups.js";

/** Above this many open positions the exact search (2ⁿ sets) would keep a phone busy: the plan is then greedy and says so. */
export const largestExactSearch = 20;

/** So many payments of a plan can be made, and the rest is still it; a proven plan has less. */
const longestRun = 64;

/**
 * Positions: Map from participant id to minor units; debts: `[{debtorId, creditorId, amount}]`, who owes whom directly.
 * Answers `{payments, count, minimal, groups}`.
 */
export function settleUp(positions, debts = []) {
    const open = readPositions(positions, debts);
    const minimal = open.people.length <= largestExactSearch;
    const groups = minimal ? bestGroups(open) : oppositePairs(open);
    return asPlan(
        groups.flatMap((group) => paymentsWithin(open, group)).map((payment) => named(payment, open)),
        minimal,
    );
}

function named({ from, to, amount }, { people }) {
    return { fromId: people[from], toId: people[to], amount };
}

function asPlan(payments, minimal) {
    return { payments, count: payments.length, minimal, groups: connected(payments) };
}

/** People whom payments connect: their positions sum to zero, and they need one payment less than they are. */
function connected(payments) {
    let groups = [];
    for (const { fromId, toId } of payments) {
        const touched = groups.filter((group) => group.has(fromId) || group.has(toId));
        const joined = new Set([fromId, toId, ...touched.flatMap((group) => [...group])]);
        groups = [...groups.filter((group) => !touched.includes(group)), joined];
    }
    return groups.map((group) => [...group].sort(byId)).sort(([a], [b]) => byId(a, b));
}

/**
 * The plan that stands: after any payment of a plan was recorded, the rest of it is the plan, until an expense changes.
 * Derived from the entries alone, as LedgerCore's `SettleUpPlan(standingIn:)` does: the longest run of the newest
 * settlements that are all payments of the plan as it was before them.
 */
export function standingPlan({ expenses, settlements, balances, participantIds }, unit = 1n) {
    const before = balances.copy();
    const planNow = () => settleUp(rounded(before.positions(participantIds), unit), before.pairs());
    const run = takeBackPayments(before, sinceLastChange(expenses, settlements), unit);
    while (run.length > 0) {
        const rest = without(planNow(), run);
        if (rest) return rest;
        const { fromId, toId, amount } = run.pop();
        before.add(fromId, toId, -amount);
    }
    return planNow();
}

/** Goes back over the newest settlements as long as they can have been payments of one plan, and answers these. */
function takeBackPayments(before, newest, unit) {
    const run = [];
    for (const { fromParticipantId: fromId, toParticipantId: toId, amount } of newest.slice(0, longestRun)) {
        const isRepeated = run.some((payment) => payment.fromId === fromId && payment.toId === toId);
        if (isRepeated || before.position(fromId) >= unit || -before.position(toId) >= unit) break;
        before.add(fromId, toId, amount);
        run.push({ fromId, toId, amount });
    }
    return run;
}

/** What is left of a plan after some of its payments; null when one of them is no payment of it. */
function without({ payments, minimal }, made) {
    const same = (a) => (b) => a.fromId === b.fromId && a.toId === b.toId && a.amount === b.amount;
    if (!made.every((payment) => payments.some(same(payment)))) return null;
    return asPlan(payments.filter((payment) => !made.some(same(payment))), minimal);
}

/**
 * Settlements nobody edited, newest first, back to the last change of an expense or edit of a settlement. What recurs changes
 * what is open on the day on which it comes.
 */
function sinceLastChange(expenses, settlements) {
    const last = [
        ...expenses.map(({ lastEditedAt, createdAt }) => lastEditedAt ?? createdAt),
        ...expenses.map(({ scheduleId, executionDate }) => (scheduleId ? `${executionDate}T00:00:00.000Z` : "")),
        ...settlements.map(({ lastEditedAt }) => lastEditedAt ?? ""),
    ].reduce((latest, at) => (at > latest ? at : latest), "");
    return settlements
        .filter(({ lastEditedAt, createdAt }) => !lastEditedAt && createdAt >= last)
        .sort((a, b) => byId(b.createdAt, a.createdAt) || byId(b.id, a.id));
}

/**
 * Positions as multiples of the unit that sum to zero as well: everybody down to a multiple, then up again by one those
 * with the most left over, ties by id.
 */
export function rounded(positions, unit) {
    if (unit === 1n) return positions;
    const parts = [...positions].map(([id, amount]) => ({ id, rest: ((amount % unit) + unit) % unit, amount }));
    const missing = parts.reduce((sum, { rest }) => sum + rest, 0n) / unit;
    parts.sort((a, b) => (a.rest === b.rest ? byId(a.id, b.id) : a.rest < b.rest ? 1 : -1));
    return new Map(parts.map(({ id, amount, rest }, place) => [id, amount - rest + (place < missing ? unit : 0n)]));
}
