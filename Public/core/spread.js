// Money that moved on one day and counts for many (the twin of LedgerCore's Spread). Portions always sum to the whole.

import { addDays, daysBetween, isCalendarDay } from "./calendar-day.js";
import { daysIn, firstDayOf, lastDayOf, monthOf, monthsFrom } from "./calendar-month.js";

export const spreadUnits = Object.freeze(["month", "day"]);

/** What is wrong with it, or null. Longer than a hundred years is no spread. */
export function spreadFault({ from, to, by }) {
    if (!isCalendarDay(from) || !isCalendarDay(to)) return "malformed";
    if (to < from) return "swapped";
    if (by === "month" && (from !== firstDayOf(monthOf(from)) || to !== lastDayOf(monthOf(to)))) return "notMonths";
    return daysBetween(from, to) > 36_525 ? "tooLong" : null;
}

/** How many portions there are. */
export function portionCount({ from, to, by }) {
    return by === "month" ? monthsFrom(monthOf(from), monthOf(to)) + 1 : daysBetween(from, to) + 1;
}

/** What of the amount counts for a month. */
export function portionIn(amount, spread, month) {
    const { from, to, by } = spread;
    if (month < monthOf(from) || month > monthOf(to)) return 0n;
    const count = portionCount(spread);
    if (by === "month") return between(amount, monthsFrom(monthOf(from), month), 1, count);
    const first = firstDayOf(month) < from ? from : firstDayOf(month);
    const last = lastDayOf(month) > to ? to : lastDayOf(month);
    return between(amount, daysBetween(from, first), daysBetween(first, last) + 1, count);
}

/** What of the amount counts for a day. */
export function portionOn(amount, spread, day) {
    const { from, to, by } = spread;
    if (day < from || day > to) return 0n;
    if (by === "day") return between(amount, daysBetween(from, day), 1, portionCount(spread));
    const month = monthOf(day);
    return between(portionIn(amount, spread, month), Number(day.slice(8)) - 1, 1, daysIn(month));
}

/** The portions after the first `done` of `count`, so many of them together: ⌊A·i/n⌋ − ⌊A·(i−1)/n⌋ and sums of it. */
function between(amount, done, length, count) {
    const through = (number) => (amount * BigInt(number)) / BigInt(count);
    return through(done + length) - through(done);
}

/** So many months from the month of that day on, as a spread by month. */
export function monthsOf(day, count) {
    const from = firstDayOf(monthOf(day));
    let last = monthOf(day);
    for (let n = 1; n < count; n++) last = monthOf(addDays(lastDayOf(last), 1));
    return { from, to: lastDayOf(last), by: "month" };
}
