// When an expense counts, as it was typed: once, again and again, spread over a while, or only expected → what the API takes.

import { addDays, isCalendarDay } from "./calendar-day.js";
import { firstDayOf, isMonth, lastDayOf, monthOf } from "./calendar-month.js";
import { dateOf } from "./recurrence.js";
import { monthsOf, spreadFault } from "./spread.js";

/** What a new expense begins with: it counts once, and each of the other ways already has a sensible answer. */
export function emptyTiming(day) {
    const { from, to } = monthsOf(day, 12);
    return {
        kind: "once",
        repeat: { frequency: "monthly", every: "2", unit: "month", ends: "never", end: "", count: "12" },
        spread: { by: "month", firstMonth: monthOf(from), lastMonth: monthOf(to), from: day, to: addDays(day, 29) },
    };
}

/** As the form shows what was read. */
export function timingOf({ executionDate, spread, expected }) {
    const empty = emptyTiming(executionDate);
    if (expected) return { ...empty, kind: "expected" };
    if (!spread) return empty;
    const { by, from, to } = spread;
    const typed = { by, from, to, firstMonth: monthOf(from), lastMonth: monthOf(to) };
    return { ...empty, kind: "spread", spread: typed };
}

export function repeatOf({ frequency, custom, end, count }) {
    const ends = end ? "on" : count ? "after" : "never";
    const { every = 2, unit = "month" } = custom ?? {};
    return { frequency, every: String(every), unit, ends, end: end ?? "", count: count ? String(count) : "12" };
}

/** Answers `{spread, expected, schedule, problems}`, each only where the kind has it. */
export function readTiming({ kind, repeat, spread }, start) {
    if (kind === "expected") return { expected: true, problems: [] };
    if (kind === "spread") return readSpread(spread);
    return kind === "repeat" ? readRepeat(repeat, start) : { problems: [] };
}

function readSpread({ by, from, to, firstMonth, lastMonth }) {
    if (by === "day") return withFault({ from, to, by });
    if (!isMonth(firstMonth) || !isMonth(lastMonth)) return { problems: [{ field: "spread", code: "malformed" }] };
    return withFault({ from: firstDayOf(firstMonth), to: lastDayOf(lastMonth), by });
}

function withFault(spread) {
    const fault = spreadFault(spread);
    return fault ? { problems: [{ field: "spread", code: fault }] } : { spread, problems: [] };
}

/** A recurrence as the API takes it; `start` is the day of the first occurrence. */
export function readRepeat({ frequency, every, unit, ends, end, count }, start) {
    const isCustom = frequency === "custom";
    const problems = [
        isCustom && !isCount(every, 99) && { field: "custom", code: "malformed" },
        ends === "on" && !isCalendarDay(end) && { field: "end", code: "malformed" },
        ends === "on" && isCalendarDay(end) && end < start && { field: "end", code: "swapped" },
        ends === "after" && !isCount(count, 9999) && { field: "count", code: "malformed" },
    ].filter(Boolean);
    const schedule = {
        frequency,
        ...(isCustom && { custom: { every: Number(every), unit } }),
        start,
        ...(ends === "on" && { end }),
        ...(ends === "after" && { count: Number(count) }),
    };
    return problems.length > 0 ? { problems } : { schedule, problems };
}

function isCount(text, most) {
    return /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= most;
}

/** The first days on which it comes, at most so many. */
export function firstDates(schedule, length) {
    const dates = Array.from({ length }, (_, k) => dateOf(schedule, k));
    return dates.filter(Boolean);
}
