// Calendar days as the API writes them, "YYYY-MM-DD": no time zone, no instant. Years 0001–9999.

const form = /^(\d{4})-(\d{2})-(\d{2})$/;

export function isCalendarDay(text) {
    const match = form.exec(text);
    if (!match) return false;
    const [year, month, day] = match.slice(1).map(Number);
    return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

export function daysInMonth(year, month) {
    if (month === 2) return isLeapYear(year) ? 29 : 28;
    return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function isLeapYear(year) {
    return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** The day that the clock on the wall shows at this instant. */
export function localDay(date) {
    const pad = (number, length) => String(number).padStart(length, "0");
    return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`;
}

export function addDays(day, count) {
    return new Date(instantOf(day) + count * 86_400_000).toISOString().slice(0, 10);
}

/** How many days later `to` is. */
export function daysBetween(from, to) {
    return (instantOf(to) - instantOf(from)) / 86_400_000;
}

const clocks = new Map();

/** Making one is slow. */
function clockOf(timeZone) {
    const parts = { year: "numeric", month: "2-digit", day: "2-digit" };
    if (!clocks.has(timeZone)) clocks.set(timeZone, new Intl.DateTimeFormat("en-u-ca-gregory", { timeZone, ...parts }));
    return clocks.get(timeZone);
}

/** The day that it is now in a time zone; null when this browser does not know the zone. */
export function dayIn(timeZone, date) {
    try {
        const { year, month, day } = Object.fromEntries(
            clockOf(timeZone).formatToParts(date).map(({ type, value }) => [type, value]),
        );
        return `${year.padStart(4, "0")}-${month}-${day}`;
    } catch {
        return null;
    }
}

/** Midnight UTC of the day, for `Intl.DateTimeFormat` with `timeZone: "UTC"`. */
export function instantOf(day) {
    const date = new Date(0);
    const [year, month, dayOfMonth] = form.exec(day).slice(1).map(Number);
    return date.setUTCFullYear(year, month - 1, dayOfMonth);
}
