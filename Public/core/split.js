// Who bears how much of an expense. The shares always sum to the amount exactly.

import { apportion } from "./apportion.js";
import { byId } from "./ids.js";
import { sum } from "./money.js";

/** Who gets the odd cents of an equal split: the payer, or else the participant whose id sorts first (SC-FR-SPL-2). */
export function oddCentTaker(payerId, participantIds) {
    return participantIds.includes(payerId) ? payerId : [...participantIds].sort(byId)[0];
}

/** Equal shares (SC-FR-SPL-1) as a Map from participant id to minor units, in the split's order. */
export function equalShares(amount, payerId, participantIds) {
    const count = BigInt(participantIds.length);
    const base = amount / count;
    const rest = amount % count;
    const taker = oddCentTaker(payerId, participantIds);
    return new Map(participantIds.map((id) => [id, id === taker ? base + rest : base]));
}

/** The shares of an expense: as recorded where the server has answered them, else by its split, else by the equal rule. */
export function sharesOf(expense) {
    if (expense.shares) return new Map(expense.shares.map((share) => [share.participantId, share.amount]));
    return sharesBy(expense.split, expense);
}

/** By the rule of the split's mode. Money is in minor units; the inputs must have been found to add up. */
export function sharesBy(split, { amount, payerId, splitParticipantIds }) {
    switch (split?.mode) {
        case "shares":
            return apportion(amount, weights(split.shares, ({ shares }) => BigInt(shares)));
        case "percent":
            return apportion(amount, weights(split.percents, ({ percent }) => hundredths(percent)));
        case "exact":
            return weights(split.amounts, (part) => part.amount);
        case "adjustment":
            return adjusted(amount, payerId, splitParticipantIds, weights(split.adjustments, (part) => part.amount));
        case "items":
            return itemised(split);
        default:
            return equalShares(amount, payerId, splitParticipantIds);
    }
}

function weights(parts, weight) {
    return new Map(parts.map((part) => [part.participantId, weight(part)]));
}

/** "33.3" → 3330n: percents have up to two decimals, so whole hundredths are exact. */
export function hundredths(percent) {
    const [whole, fraction = ""] = percent.split(".");
    return BigInt(whole + fraction.padEnd(2, "0"));
}

/** What is left after the adjustments is split equally, and then each adjustment is added. */
function adjusted(amount, payerId, participantIds, adjustments) {
    const equal = equalShares(amount - sum(adjustments.values()), payerId, participantIds);
    return new Map([...equal].map(([id, share]) => [id, share + (adjustments.get(id) ?? 0n)]));
}

/** Each line equally among its people; tax and tip, less the discount, in proportion to what everybody's lines come to. */
function itemised({ items, tax = 0n, tip = 0n, discount = 0n }) {
    const lines = new Map();
    for (const { amount, participantIds } of items) {
        const parts = apportion(amount, new Map(participantIds.map((id) => [id, 1n])));
        for (const [id, part] of parts) lines.set(id, (lines.get(id) ?? 0n) + part);
    }
    const extra = apportion(tax + tip - discount, lines);
    return new Map([...lines].map(([id, share]) => [id, share + extra.get(id)]));
}
