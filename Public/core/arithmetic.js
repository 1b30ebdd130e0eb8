// Sums typed into an amount, "12,50+3*2": worked out exactly, as fractions of whole numbers, and rounded once at the end.

import { largestEntry, readTypedMoney } from "./money.js";

/** How much may be typed into an amount. */
export const longestSum = 60;

const signs = { "×": "*", "·": "*", "÷": "/", ":": "/", "−": "-", "–": "-" };
const tokenForm = /\d*[.,]?\d+|\d+[.,]|[-+*/()]/g;

/**
 * Reads an amount as `readTypedMoney` does, or a sum with + − × ÷ and brackets. Answers `{minor}` or `{problem}`; a sum has
 * `isSum`, and `isRounded` when it did not come out even. A sum that can not be worked out is `unreckonable`.
 */
export function readTypedSum(text, digits) {
    const typed = text.replace(/[\s\u00a0\u202f'’]/g, "").replace(/[×·÷:−–]/g, (sign) => signs[sign]);
    if (!/[-+*/()]/.test(typed)) return readTypedMoney(text, digits);
    const value = typed.length > longestSum ? null : valueOf(typed);
    if (!value) return { problem: "unreckonable", isSum: true };
    return { ...inMinorUnits(value, digits), isSum: true };
}

/** A fraction as minor units, half a unit upwards. */
function inMinorUnits({ top, bottom }, digits) {
    const whole = top * 10n ** BigInt(digits);
    if (whole <= 0n) return { problem: "notPositive" };
    const minor = (2n * whole + bottom) / (2n * bottom);
    if (minor === 0n) return { problem: "notPositive" };
    return minor > largestEntry ? { problem: "tooLarge" } : { minor, isRounded: whole % bottom !== 0n };
}

/** Null when it is no sum. */
function valueOf(typed) {
    const tokens = typed.match(tokenForm) ?? [];
    if (tokens.join("") !== typed) return null;
    const reader = { tokens, place: 0 };
    const value = readSum(reader);
    return reader.place === tokens.length ? value : null;
}

function readSum(reader) {
    let value = readProduct(reader);
    while (value && "+-".includes(reader.tokens[reader.place] ?? "end")) {
        const isPlus = reader.tokens[reader.place++] === "+";
        value = added(value, readProduct(reader), isPlus ? 1n : -1n);
    }
    return value;
}

function readProduct(reader) {
    let value = readFactor(reader);
    while (value && "*/".includes(reader.tokens[reader.place] ?? "end")) {
        const isTimes = reader.tokens[reader.place++] === "*";
        const other = readFactor(reader);
        value = multiplied(value, isTimes ? other : inverse(other));
    }
    return value;
}

/** A number, something in brackets, or either with a minus in front. */
function readFactor(reader) {
    const token = reader.tokens[reader.place++];
    if (token === "-") return multiplied({ top: -1n, bottom: 1n }, readFactor(reader));
    if (token !== "(") return /\d/.test(token ?? "") ? fraction(token) : null;
    const value = readSum(reader);
    return reader.tokens[reader.place++] === ")" ? value : null;
}

function fraction(text) {
    const [whole, decimals = ""] = text.split(/[.,]/);
    return { top: BigInt(whole + decimals), bottom: 10n ** BigInt(decimals.length) };
}

function added(one, other, sign) {
    return other && { top: one.top * other.bottom + sign * other.top * one.bottom, bottom: one.bottom * other.bottom };
}

function multiplied(one, other) {
    return other && { top: one.top * other.top, bottom: one.bottom * other.bottom };
}

/** Null for nothing, which nobody can divide by. The bottom stays positive. */
function inverse(value) {
    if (!value || value.top === 0n) return null;
    const sign = value.top < 0n ? -1n : 1n;
    return { top: sign * value.bottom, bottom: sign * value.top };
}
