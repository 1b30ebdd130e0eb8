// Amounts, days and instants as the reader's language writes them.

import { addDays, instantOf } from "./calendar-day.js";
import { moneyToText } from "./money.js";

/** One set of formatters per language; making an `Intl` formatter is slow, so each is made once. */
export class Formats {
    #made = new Map();

    constructor(language) {
        this.language = language;
    }

    /** "€47.20". `sign: true` writes a plus in front of what is positive. */
    money(minor, { currency, minorDigits }, { sign = false } = {}) {
        return this.#formatter(Intl.NumberFormat, {
            style: "currency",
            currency,
            currencyDisplay: "narrowSymbol",
            signDisplay: sign ? "exceptZero" : "auto",
            minimumFractionDigits: minorDigits,
            maximumFractionDigits: minorDigits,
        }).format(moneyToText(minor, minorDigits));
    }

    /** The bare sign of a currency, "€" or "CHF". */
    currencySign(currency) {
        return this.#formatter(Intl.NumberFormat, { style: "currency", currency, currencyDisplay: "narrowSymbol" })
            .formatToParts(0).find(({ type }) => type === "currency").value;
    }

    /** "." or ",". */
    get decimalMark() {
        return this.#formatter(Intl.NumberFormat, {}).formatToParts(1.1).find(({ type }) => type === "decimal").value;
    }

    currencyName(currency) {
        return this.#formatter(Intl.DisplayNames, { type: "currency" }).of(currency);
    }

    /** "Fri, 14 May"; the year only when it is not this one. Today and yesterday by name. */
    day(day, today) {
        if (day === today) return this.#relative(0);
        if (day === addDays(today, -1)) return this.#relative(-1);
        return this.longDay(day, today);
    }

    longDay(day, today) {
        const year = day.slice(0, 4) === today.slice(0, 4) ? {} : { year: "numeric" };
        const options = { weekday: "short", day: "numeric", month: "short", ...year, timeZone: "UTC" };
        return this.#formatter(Intl.DateTimeFormat, options).format(instantOf(day));
    }

    /** "May 2026", or "May" where there is little room. */
    month(month, { short = false } = {}) {
        const options = short ? { month: "short" } : { month: "long", year: "numeric" };
        return this.#formatter(Intl.DateTimeFormat, { ...options, timeZone: "UTC" }).format(instantOf(`${month}-01`));
    }

    number(value) {
        return this.#formatter(Intl.NumberFormat, {}).format(value);
    }

    instant(text) {
        return this.#formatter(Intl.DateTimeFormat, { dateStyle: "medium", timeStyle: "short" }).format(new Date(text));
    }

    /** "3.4 MB": a size for a person, in steps of a thousand. */
    bytes(count) {
        const units = ["byte", "kilobyte", "megabyte", "gigabyte"];
        const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, count)) / 3));
        const style = { style: "unit", unit: units[step], unitDisplay: "short", maximumSignificantDigits: 3 };
        return this.#formatter(Intl.NumberFormat, style).format(count / 1000 ** step);
    }

    /** "33.33%": of a percentage as the API writes it. */
    percent(text) {
        return this.#formatter(Intl.NumberFormat, { style: "percent", maximumFractionDigits: 2 }).format(text / 100);
    }

    list(names) {
        return this.#formatter(Intl.ListFormat, { type: "conjunction" }).format(names);
    }

    #relative(days) {
        const text = this.#formatter(Intl.RelativeTimeFormat, { numeric: "auto" }).format(days, "day");
        return text.charAt(0).toLocaleUpperCase(this.language) + text.slice(1);
    }

    #formatter(Type, options) {
        const key = Type.name + JSON.stringify(options);
        if (!this.#made.has(key)) this.#made.set(key, new Type(this.language, options));
        return this.#made.get(key);
    }
}
