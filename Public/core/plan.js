// The settle-up plan of a ledger. It is not needed to show one, so that it stands apart.

import { standingPlan } from "./settle-up.js";

/** By ledger, by unit: a ledger never changes. */
const made = new WeakMap();

/** The plan that stands, in multiples of so many minor units. */
export function planOf(ledger, unit = 1n) {
    if (!made.has(ledger)) made.set(ledger, new Map());
    const plans = made.get(ledger);
    if (!plans.has(unit)) plans.set(unit, newPlan(ledger, unit));
    return plans.get(unit);
}

function newPlan({ actual: expenses, settlements, balances, positions }, unit) {
    return standingPlan({ expenses, settlements, balances, participantIds: [...positions.keys()] }, unit);
}
