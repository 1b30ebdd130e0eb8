// Calendar months as the API writes them, "YYYY-MM" (the twin of LedgerCore's CalendarMonth). Years 0001–9999.

import { daysInMonth, isCalendarDay } from "./calendar-day.js";

export function isMonth(text) {
    return isCalendarDay(`${text}-01`);
}

export function monthOf(day) {
    return day.slice(0, 7);
}

export function daysIn(month) {
    const [year, number] = parts(month);
    return daysInMonth(year, number);
}

export function firstDayOf(month) {
    return `${month}-01`;
}

export function lastDayOf(month) {
    return `${month}-${daysIn(month)}`;
}

/** Null beyond the years 0001–9999. */
export function addMonths(month, count) {
    const [year, number] = parts(month);
    const sum = year * 12 + number - 1 + count;
    if (sum < 12 || sum >= 120_000) return null;
    return `${pad(Math.floor(sum / 12), 4)}-${pad((sum % 12) + 1, 2)}`;
}

/** How many months later `to` is. */
export function monthsFrom(from, to) {
    const [[year, month], [laterYear, laterMonth]] = [parts(from), parts(to)];
    return (laterYear - year) * 12 + laterMonth - month;
}

/** How much of the month is over at the end of that day: 0 before it, 1 after it. */
export function elapsedPart(month, today) {
    const present = monthOf(today);
    if (present !== month) return present < month ? 0 : 1;
    return Number(today.slice(8)) / daysIn(month);
}

function parts(month) {
    return month.split("-").map(Number);
}

function pad(number, length) {
    return String(number).padStart(length, "0");
}
