// Money: whole minor units in a BigInt, never a floating-point number (the twin of LedgerCore's Money).

/** The largest amount a person may enter, in minor units; the server refuses more. */
export const largestEntry = 10n ** 15n - 1n;

const wireForm = /^-?\d+(?:\.\d+)?$/;
const typedForm = /^(\d*)(?:[.,](\d*))?$/;

/** Reads an amount as the API writes it ("47.20", "-3"), with at most `digits` fraction digits. */
export function moneyFromText(text, digits) {
    const point = text.indexOf(".");
    const missing = point < 0 ? digits : digits - (text.length - point - 1);
    if (!wireForm.test(text) || missing < 0) throw new RangeError(`not an amount with ${digits} digits: ${text}`);
    return BigInt(text.replace(".", "") + "0".repeat(missing));
}

/** Writes an amount as the API does: exactly `digits` fraction digits, "." between. */
export function moneyToText(minor, digits) {
    const sign = minor < 0n ? "-" : "";
    const figures = String(minor < 0n ? -minor : minor).padStart(digits + 1, "0");
    if (digits === 0) return sign + figures;
    return `${sign}${figures.slice(0, -digits)}.${figures.slice(-digits)}`;
}

/**
 * Reads what a person typed: "12,5", "12.50", " 1 200 ". Answers `{minor}` or `{problem}`, one of
 * `missing`, `malformed`, `tooManyDigits`, `notPositive`, `tooLarge`. A grouping mark is refused: "1.234" is a riddle.
 */
export function readTypedMoney(text, digits) {
    const typed = text.replace(/[\s\u00a0\u202f'’]/g, "");
    if (typed === "") return { problem: "missing" };
    const match = typedForm.exec(typed);
    if (!match || (match[1] === "" && !match[2])) return { problem: "malformed" };
    const fraction = match[2] ?? "";
    if (fraction.length > digits) return { problem: "tooManyDigits" };
    const minor = BigInt((match[1] || "0") + fraction.padEnd(digits, "0"));
    if (minor === 0n) return { problem: "notPositive" };
    if (minor > largestEntry) return { problem: "tooLarge" };
    return { minor };
}

/** The absolute value; `Math.abs` does not know BigInt. */
export function magnitude(minor) {
    return minor < 0n ? -minor : minor;
}

export function sum(amounts) {
    let total = 0n;
    for (const amount of amounts) total += amount;
    return total;
}
