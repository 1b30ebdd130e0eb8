// When something comes again (the twin of LedgerCore's Recurrence): always counted from `start`, so that a month that is too
// short moves only its own date.

import { addDays, daysBetween, isCalendarDay } from "./calendar-day.js";
import { addMonths, daysIn, monthOf, monthsFrom } from "./calendar-month.js";

export const frequencies = Object.freeze(["daily", "weekly", "biweekly", "monthly", "yearly", "custom"]);
export const units = Object.freeze(["day", "week", "month", "year"]);

const steps = {
    daily: { days: 1 },
    weekly: { days: 7 },
    biweekly: { days: 14 },
    monthly: { months: 1 },
    yearly: { months: 12 },
};

function stepOf({ frequency, custom }) {
    if (frequency !== "custom") return steps[frequency];
    const { every, unit } = custom;
    return {
        day: { days: every },
        week: { days: 7 * every },
        month: { months: every },
        year: { months: 12 * every },
    }[unit];
}

/** The day of occurrence `k`, from 0 on; null when the schedule has ended before it, or the calendar has. */
export function dateOf(schedule, k) {
    if (k < 0 || (schedule.count && k >= schedule.count)) return null;
    const { days, months } = stepOf(schedule);
    const day = days ? addDays(schedule.start, k * days) : monthsLater(schedule.start, k * months);
    if (!day || !isCalendarDay(day)) return null;
    return schedule.end && day > schedule.end ? null : day;
}

/** Clamped to the last day of a month that is too short. */
function monthsLater(start, count) {
    const month = addMonths(monthOf(start), count);
    if (!month) return null;
    const day = Math.min(Number(start.slice(8)), daysIn(month));
    return `${month}-${String(day).padStart(2, "0")}`;
}

/** The number of the first occurrence on or after that day, by arithmetic; it need not exist. */
export function firstOnOrAfter(schedule, day) {
    if (day <= schedule.start) return 0;
    const { days, months } = stepOf(schedule);
    if (days) return Math.ceil(daysBetween(schedule.start, day) / days);
    const k = Math.floor(monthsFrom(monthOf(schedule.start), monthOf(day)) / months);
    return monthsLater(schedule.start, k * months) >= day ? k : k + 1;
}

/** Every occurrence between two days, both included, as `{k, date}`. */
export function occurrencesIn(schedule, from, to) {
    const found = [];
    for (let k = firstOnOrAfter(schedule, from);; k++) {
        const date = dateOf(schedule, k);
        if (!date || date > to) return found;
        found.push({ k, date });
    }
}
