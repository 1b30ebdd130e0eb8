// Whether something was entered twice: by two people at one table, say, or by one who was not sure.

import { daysBetween } from "./calendar-day.js";
import { folded } from "./search.js";

/** So many days apart, the same title with the same amount is still likely to be the same purchase. */
const near = 3;

/**
 * The expense that the input is likely to repeat, as `{expense, by}`: `by` is "title" for the same title and amount within
 * a few days, "day" for the same amount on the same day. Null when there is none: what is only expected was not bought yet.
 * `amount` is in minor units.
 */
export function duplicateOf(expenses, { id = null, title, amount, executionDate, expected = false }) {
    if (expected) return null;
    const isAlike = (one) => one.id !== id && one.amount === amount && !one.expected && isNear(one, executionDate);
    const alike = expenses.filter(isAlike);
    const name = folded(title.trim());
    const byTitle = alike.find((one) => folded(one.title.trim()) === name);
    if (byTitle) return { expense: byTitle, by: "title" };
    const byDay = alike.find((one) => one.executionDate === executionDate);
    return byDay ? { expense: byDay, by: "day" } : null;
}

function isNear(expense, day) {
    return Math.abs(daysBetween(expense.executionDate, day)) <= near;
}
