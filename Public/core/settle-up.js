// The settle-up plan: the fewest payments that bring every position to zero, with its proof.
//
// Within a set of people whose positions sum to zero, one payment less than people is enough. So the fewest payments for
// n people are n minus the greatest number of such sets they fall apart into; finding those sets is the whole problem.

import { byId } from "./split.js";

/** Above this many open positions the exact search (2ⁿ sets) would keep a phone busy: the plan is then greedy and says so. */
export const largestExactSearch = 20;

/** Positions: Map from participant id to minor units. Answers `{payments, count, minimal, groups}`. */
export function settleUp(positions) {
    const open = [...positions].filter(([, amount]) => amount !== 0n).map(([id, amount]) => ({ id, amount }));
    open.sort((a, b) => byId(a.id, b.id));
    const { pairs, rest } = takeOppositePairs(open);
    const minimal = rest.length <= largestExactSearch;
    const groups = [...pairs, ...(minimal ? zeroSumGroups(rest) : [rest])];
    const payments = groups.flatMap(payWithin);
    return { payments, count: payments.length, minimal, groups: groups.map((group) => group.map(({ id }) => id)) };
}

/** Two opposite positions always make a set of their own in some best answer; taking them first shrinks the search. */
function takeOppositePairs(open) {
    const pairs = [];
    const rest = [];
    for (const person of open) {
        const partner = rest.findIndex((other) => other.amount === -person.amount);
        if (partner < 0) rest.push(person);
        else pairs.push([rest.splice(partner, 1)[0], person]);
    }
    return { pairs, rest };
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
    const reach = amounts.reduce((total, amount) => total + (amount < 0n ? -amount : amount), 0n);
    const exact = reach <= BigInt(Number.MAX_SAFE_INTEGER);
    const values = exact ? amounts.map(Number) : amounts;
    const sums = exact ? new Float64Array(2 ** amounts.length) : new Array(2 ** amounts.length).fill(0n);
    for (let set = 1; set < sums.length; set++) {
        const highest = 31 - Math.clz32(set);
        sums[set] = sums[set & ~(1 << highest)] + values[highest];
    }
    return sums;
}

/** The one who owes most pays the one who is owed most, until nobody is left: at most one payment less than people. */
function payWithin(group) {
    const order = (a, b) => (a.amount === b.amount ? byId(a.id, b.id) : a.amount < b.amount ? 1 : -1);
    const creditors = group.filter(({ amount }) => amount > 0n).map((person) => ({ ...person })).sort(order);
    const debtors = group.filter(({ amount }) => amount < 0n).map(({ id, amount }) => ({ id, amount: -amount })).sort(
        order,
    );
    const payments = [];
    while (creditors.length > 0) {
        const [debtor, creditor] = [debtors[0], creditors[0]];
        const amount = debtor.amount < creditor.amount ? debtor.amount : creditor.amount;
        payments.push({ fromId: debtor.id, toId: creditor.id, amount });
        for (const [list, person] of [[debtors, debtor], [creditors, creditor]]) {
            person.amount -= amount;
            if (person.amount === 0n) list.shift();
        }
        debtors.sort(order);
        creditors.sort(order);
    }
    return payments;
}
