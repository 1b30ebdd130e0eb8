// The settle-up plan: the fewest payments that bring every position to zero, with its proof.
//
// Within a set of people whose positions sum to zero, one payment less than people is enough. So the fewest payments for
// n people are n minus the greatest number of such sets they fall apart into; finding those sets is the whole problem.

import { magnitude } from "./money.js";
import { byId } from "./ids.js";

/** Above this many open positions the exact search (2ⁿ sets) would keep a phone busy: the plan is then greedy and says so. */
export const largestExactSearch = 20;

/** Positions: Map from participant id to minor units. Answers `{payments, count, minimal, groups}`. */
export function settleUp(positions) {
    const open = [...positions].filter(([, amount]) => amount !== 0n).map(([id, amount]) => ({ id, amount }));
    open.sort((a, b) => byId(a.id, b.id));
    const minimal = open.length <= largestExactSearch;
    const groups = minimal ? zeroSumGroups(open) : oppositePairs(open);
    const payments = groups.flatMap(payWithin);
    const ids = groups.map((group) => group.map(({ id }) => id).sort(byId));
    return { payments, count: payments.length, minimal, groups: ids };
}

/** For more people than can be searched: two whose positions cancel out are a group, the rest is one. */
function oppositePairs(people) {
    const pairs = [];
    const rest = [];
    for (const person of people) {
        const partner = rest.findLastIndex((other) => other.amount === -person.amount);
        if (partner < 0) rest.push(person);
        else pairs.push([...rest.splice(partner, 1), person]);
    }
    return rest.length > 0 ? [...pairs, rest] : pairs;
}

/** The greatest number of disjoint sets with sum zero, by dynamic programming over all subsets. */
function zeroSumGroups(people) {
    if (people.length === 0) return [];
    const sums = subsetSums(people.map(({ amount }) => amount));
    const zero = typeof sums[0] === "bigint" ? 0n : 0;
    const most = new Uint8Array(sums.length);
    const last = new Uint8Array(sums.length);
    for (let set = 1; set < sums.length; set++) {
        let best = -1;
        for (let person = 0; person < people.length; person++) {
            const without = set & ~(1 << person);
            if (without !== set && most[without] > best) {
                best = most[without];
                last[set] = person;
            }
        }
        most[set] = best + (sums[set] === zero ? 1 : 0);
    }
    return cutAtZeroSums(people, sums, last, zero);
}

/** Walks the best order of people backwards; each time the remaining sum is zero, one group ends and the next begins. */
function cutAtZeroSums(people, sums, last, zero) {
    const groups = [];
    for (let set = sums.length - 1; set !== 0; set &= ~(1 << last[set])) {
        if (sums[set] === zero) groups.push([]);
        groups.at(-1).push(people[last[set]]);
    }
    return groups;
}

/** Sums of all subsets; plain numbers while they are exact (far faster), else BigInt. */
function subsetSums(amounts) {
    const reach = amounts.reduce((total, amount) => total + magnitude(amount), 0n);
    const exact = reach <= BigInt(Number.MAX_SAFE_INTEGER);
    const values = exact ? amounts.map(Number) : amounts;
    const sums = exact ? new Float64Array(2 ** amounts.length) : new Array(2 ** amounts.length).fill(0n);
    for (let set = 1; set < sums.length; set++) {
        const highest = 31 - Math.clz32(set);
        sums[set] = sums[set & ~(1 << highest)] + values[highest];
    }
    return sums;
}

/**
 * The one who owes most pays the one who is owed most, until one of them is even; then it is the next one's turn. Each
 * payment ends a position and the last one two: one payment less than people.
 */
function payWithin(group) {
    const sorted = group.map(({ id, amount }) => ({ id, amount, size: magnitude(amount) }));
    sorted.sort((a, b) => (a.size === b.size ? byId(a.id, b.id) : a.size < b.size ? 1 : -1));
    const debtors = sorted.filter(({ amount }) => amount < 0n);
    const creditors = sorted.filter(({ amount }) => amount > 0n);
    const payments = [];
    while (debtors.length > 0 && creditors.length > 0) {
        const [debtor, creditor] = [debtors[0], creditors[0]];
        const amount = debtor.size < creditor.size ? debtor.size : creditor.size;
        payments.push({ fromId: debtor.id, toId: creditor.id, amount });
        debtor.size -= amount;
        creditor.size -= amount;
        if (debtor.size === 0n) debtors.shift();
        if (creditor.size === 0n) creditors.shift();
    }
    return payments;
}
