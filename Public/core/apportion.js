// A sum divided by weights, to the last minor unit: by largest remainder, ties by id (the rule of LedgerCore).

import { byId } from "./ids.js";
import { sum } from "./money.js";

/**
 * `weights`: Map from id to a whole number, not all of them 0. Answers a Map in the same order; its values sum to `amount`.
 * A negative amount is divided as its magnitude.
 */
export function apportion(amount, weights) {
    if (amount < 0n) return new Map([...apportion(-amount, weights)].map(([id, share]) => [id, -share]));
    const total = sum(weights.values());
    const parts = [...weights].map(([id, weight]) => {
        return { id, share: (amount * weight) / total, rest: (amount * weight) % total };
    });
    const left = amount - sum(parts.map(({ share }) => share));
    for (const part of [...parts].sort(byRest).slice(0, Number(left))) part.share += 1n;
    return new Map(parts.map(({ id, share }) => [id, share]));
}

function byRest(a, b) {
    return a.rest === b.rest ? byId(a.id, b.id) : a.rest < b.rest ? 1 : -1;
}
