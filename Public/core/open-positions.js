// Everybody who is owed something or owes something, and how a group of them pays.

import { magnitude } from "./money.js";
import { byId } from "./ids.js";

/** People by id, their amounts, and the places of those who owe and those they owe it to, the largest debt first. */
export function readPositions(positions, debts) {
    const open = [...positions].filter(([, amount]) => amount !== 0n).sort(([a], [b]) => byId(a, b));
    const people = open.map(([id]) => id);
    const amounts = open.map(([, amount]) => amount);
    const places = new Map(people.map((id, place) => [id, place]));
    const links = [...debts]
        .sort((a, b) =>
            a.amount === b.amount
                ? byId(a.debtorId, b.debtorId) || byId(a.creditorId, b.creditorId)
                : a.amount < b.amount
                ? 1
                : -1
        )
        .map(({ debtorId, creditorId }) => ({ from: places.get(debtorId), to: places.get(creditorId) }))
        .filter(({ from, to }) => amounts[from] < 0n && amounts[to] > 0n);
    return { people, amounts, links };
}

/**
 * Payments that settle a group, given by places: first those pay who owe each other directly, the largest debt first; then
 * whoever still owes most pays whoever is still owed most. Each payment ends a position, the last one two.
 */
export function paymentsWithin({ amounts, links }, group) {
    const left = new Map(group.map((place) => [place, amounts[place]]));
    const payments = [];
    const pay = (from, to, isDirect) => {
        if (!(left.get(from) < 0n && left.get(to) > 0n)) return;
        const amount = -left.get(from) < left.get(to) ? -left.get(from) : left.get(to);
        payments.push({ from, to, amount, isDirect });
        left.set(from, left.get(from) + amount);
        left.set(to, left.get(to) - amount);
    };
    for (const { from, to } of links) pay(from, to, true);
    const { debtors, creditors } = sides(left);
    while (debtors.length > 0 && creditors.length > 0) {
        pay(debtors[0], creditors[0], false);
        if (left.get(debtors[0]) === 0n) debtors.shift();
        if (left.get(creditors[0]) === 0n) creditors.shift();
    }
    return payments;
}

/** Who still owes and who is still owed, the most first. */
function sides(left) {
    const sorted = [...left].map(([place, amount]) => ({ place, amount, size: magnitude(amount) }));
    sorted.sort((a, b) => (a.size === b.size ? a.place - b.place : a.size < b.size ? 1 : -1));
    return {
        debtors: sorted.filter(({ amount }) => amount < 0n).map(({ place }) => place),
        creditors: sorted.filter(({ amount }) => amount > 0n).map(({ place }) => place),
    };
}

/** For more people than can be searched: two whose positions cancel out are a group, the rest is one. */
export function oppositePairs({ amounts }) {
    const pairs = [];
    const rest = [];
    amounts.forEach((amount, place) => {
        const partner = rest.findLastIndex((other) => amounts[other] === -amount);
        if (partner < 0) rest.push(place);
        else pairs.push([...rest.splice(partner, 1), place]);
    });
    return rest.length > 0 ? [...pairs, rest] : pairs;
}
