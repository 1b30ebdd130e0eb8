// Somebody changed a thing while a write of ours was waiting: what differs, and whether it matters at all.

import { changesBetween } from "./changes.js";

const settlementFields = ["fromParticipantId", "toParticipantId", "amount", "date", "note", "expenseId"];

/**
 * `before`: the item as it was when the write was made; `now`: as the server has it, null when it is gone. Answers
 * `{is: "done"}` when the server has what was wanted, `{is: "same"}` when nothing of it was touched, `{is: "gone"}`, or
 * `{is: "changed", changes}`.
 */
export function meanwhile(op, before, now) {
    if (!now) return { is: op.method === "DELETE" ? "done" : "gone" };
    if (op.method === "PUT" && isWanted(op, now)) return { is: "done" };
    const changes = differences(op.kind, before ?? {}, now);
    return changes.length === 0 ? { is: "same" } : { is: "changed", changes };
}

/** Field by field, in the API's form. */
export function differences(kind, before, now) {
    if (kind === "expense") return changesBetween(before, now).filter((change) => !isOnlyOrder(change));
    const fields = kind === "settlement" ? settlementFields : Object.keys(now).filter((one) => !isStamp(one));
    return fields
        .map((field) => ({ field, before: before[field] ?? null, after: now[field] ?? null }))
        .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

/** In which order people take part says nothing. */
function isOnlyOrder({ field, before, after }) {
    const isSet = ["splitParticipantIds", "labelIds"].includes(field) && before && after;
    return Boolean(isSet) && JSON.stringify(before.toSorted()) === JSON.stringify(after.toSorted());
}

function isStamp(field) {
    return ["revision", "createdAt", "createdBy", "lastEditedAt", "lastEditedBy", "ended", "next"].includes(field);
}

/** Whether the server has each field that was to be written. */
function isWanted({ body }, now) {
    return Object.entries(body).every(([field, value]) => sameValue(field, value, now[field]));
}

function sameValue(field, wanted, now) {
    if (typeof wanted === "string" && typeof now === "string" && field === "amount") {
        return plain(wanted) === plain(now);
    }
    const read = (value) => (value === null || value === undefined || value === false ? null : value);
    return JSON.stringify(read(typeof wanted === "string" ? wanted.trim() : wanted)) === JSON.stringify(read(now));
}

/** "5" and "5.00" are one amount. */
function plain(amount) {
    return amount.includes(".") ? amount.replace(/\.?0+$/, "") : amount;
}
