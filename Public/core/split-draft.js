// How an expense is to be split, as it was typed → what the server wants, and what everybody would bear.

import { moneyToText, readTypedMoney, sum } from "./money.js";
import { equalShares, hundredths, sharesBy } from "./split.js";

export const splitModes = Object.freeze(["equal", "shares", "percent", "exact", "adjustment", "items"]);

/** The whole, in hundredths of a percent. */
const wholePercent = 10_000n;

/** As it is for a new expense: nothing but who takes part. */
export const equalSplit = Object.freeze({ mode: "equal", parts: {}, items: [], tax: "", tip: "", discount: "" });

/**
 * `typed`: `{mode, parts: {participantId: text}, items: [{title, amount, participantIds}], tax, tip, discount}`. `whole`: what is known
 * of the expense, `{amount, payerId, participantIds, digits}`, the amount `null` while there is none. Answers
 * `{split, participantIds, shares, problems}`; `split` is null for an equal one, `shares` while they can not be told.
 */
export function readSplit(typed, whole) {
    const { split, read, participantIds, problems } = readers[typed.mode](typed, whole);
    const isKnown = problems.length === 0 && whole.amount !== null && participantIds.length > 0;
    const input = { ...whole, splitParticipantIds: participantIds };
    const shares = isKnown ? sharesBy(read, input) : null;
    const isNegative = shares && [...shares.values()].some((share) => share < 0n);
    if (isNegative) problems.push({ field: "split", code: "negative" });
    return { split, participantIds, shares: isNegative ? null : shares, problems };
}

const readers = {
    equal: (_typed, { participantIds }) => ({
        split: null,
        read: null,
        participantIds,
        problems: nobody(participantIds),
    }),
    shares: ({ parts }, whole) => {
        const found = readParts(parts, whole, wholeNumber);
        const split = listed("shares", "shares", found.values, Number);
        return { ...found, split, read: split };
    },
    percent: ({ parts }, whole) => {
        const found = readParts(parts, whole, percentage);
        const split = listed("percent", "percents", found.values, percentText);
        return { ...found, split, read: split, problems: balanced(found, wholePercent, "percent") };
    },
    exact: ({ parts }, whole) => {
        const found = readParts(parts, whole, (text) => typedMoney(text, whole.digits));
        return { ...found, ...moneyParts("exact", "amounts", found, whole), problems: balanced(found, whole.amount) };
    },
    adjustment: ({ parts }, whole) => {
        const typed = Object.fromEntries(whole.participantIds.map((id) => [id, parts[id]?.trim() || "0"]));
        const found = readParts(typed, whole, (text) => signedMoney(text, whole.digits), true);
        return { ...found, ...moneyParts("adjustment", "adjustments", found, whole) };
    },
    items: (typed, whole) => readItems(typed, whole),
};

/** Who has a number of their own. Blank and zero is somebody who bears nothing, and is left out. */
function readParts(texts, { participantIds }, read, keepsZero = false) {
    const typed = participantIds.map((id) => [id, texts[id]?.trim() ?? ""]).filter(([, text]) => text !== "");
    const all = typed.map(([id, text]) => [id, read(text)]);
    const values = new Map(all.filter(([, value]) => value !== null && (keepsZero || value !== 0n)));
    const isWrong = all.some(([, value]) => value === null);
    const problems = isWrong ? [{ field: "split", code: "malformed" }] : nobody([...values.keys()]);
    return { values, participantIds: [...values.keys()], problems };
}

function nobody(participantIds) {
    return participantIds.length > 0 ? [] : [{ field: "splitParticipantIds", code: "missing" }];
}

/** What is missing or over, when everything could be read. */
function balanced({ values, problems }, whole, unit = "money") {
    const by = whole === null ? 0n : whole - sum(values.values());
    return problems.length > 0 || by === 0n ? problems : [difference("split", by, unit)];
}

export function difference(field, by, unit = "money") {
    return { field, code: by > 0n ? "short" : "over", by: by > 0n ? by : -by, unit };
}

function listed(mode, list, values, write) {
    const key = list === "shares" ? "shares" : "percent";
    return { mode, [list]: [...values].map(([participantId, value]) => ({ participantId, [key]: write(value) })) };
}

/** The same list twice: as text for the server, as minor units for reckoning. */
function moneyParts(mode, list, { values }, { digits }) {
    const parts = (write) => [...values].map(([participantId, value]) => ({ participantId, amount: write(value) }));
    return {
        split: { mode, [list]: parts((value) => moneyToText(value, digits)) },
        read: { mode, [list]: parts((value) => value) },
    };
}

function readItems({ items, tax, tip, discount }, { amount, digits }) {
    const money = (text) => typedMoney(text || "0", digits);
    const extras = { tax: money(tax), tip: money(tip), discount: money(discount) };
    const read = items.map((item) => ({ ...item, amount: money(item.amount) }));
    const participantIds = [...new Set(read.flatMap((item) => item.participantIds))];
    const isWrong = [...read.map((item) => item.amount), ...Object.values(extras)].includes(null);
    const problems = isWrong ? [{ field: "split", code: "malformed" }] : itemProblems(read, extras, amount);
    const write = (value) => moneyToText(value ?? 0n, digits);
    const split = {
        mode: "items",
        items: read.map((item) => ({ ...item, amount: write(item.amount) })),
        ...(extras.tax && { tax: write(extras.tax) }),
        ...(extras.tip && { tip: write(extras.tip) }),
        ...(extras.discount && { discount: write(extras.discount) }),
    };
    return { split, read: { ...split, items: read, ...extras }, participantIds, problems };
}

function itemProblems(items, { tax, tip, discount }, amount) {
    if (items.some((item) => item.amount === 0n)) return [{ field: "split", code: "itemAmount" }];
    if (items.some(({ participantIds }) => participantIds.length === 0)) {
        return [{ field: "split", code: "itemPeople" }];
    }
    if (items.length === 0) return [{ field: "split", code: "noItem" }];
    const lines = sum(items.map((item) => item.amount));
    if (discount > lines) return [{ field: "split", code: "discount" }];
    const values = new Map([["lines", lines], ["tax", tax], ["tip", tip], ["discount", -discount]]);
    return balanced({ values, problems: [] }, amount);
}

function wholeNumber(text) {
    return /^\d{1,6}$/.test(text) ? BigInt(text) : null;
}

function percentage(text) {
    const match = /^(\d{1,3})(?:[.,](\d{0,2}))?\s*%?$/.exec(text);
    return match ? hundredths(`${match[1]}.${match[2] ?? ""}`) : null;
}

export function percentText(value) {
    return moneyToText(value, 2).replace(/\.?0+$/, "");
}

/** Zero is an amount here; null is none at all. */
export function typedMoney(text, digits) {
    const { minor, problem } = readTypedMoney(text, digits);
    return problem === "notPositive" ? 0n : (minor ?? null);
}

function signedMoney(text, digits) {
    const isMinus = /^[-−]/.test(text);
    const minor = typedMoney(text.replace(/^[-−+]/, ""), digits);
    return minor !== null && isMinus ? -minor : minor;
}

/** Something sensible to begin with in a mode, for those who take part. */
export function firstParts(mode, participantIds) {
    if (mode === "shares") return Object.fromEntries(participantIds.map((id) => [id, "1"]));
    if (mode !== "percent" || participantIds.length === 0) return {};
    const equal = equalShares(wholePercent, null, participantIds);
    return Object.fromEntries([...equal].map(([id, value]) => [id, percentText(value)]));
}
