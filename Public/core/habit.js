// What was chosen last for a new expense of a ledger, and how far it still fits: who paid, and how it was split.

/** Ways to split that say nothing about one certain amount. */
const lasting = ["equal", "shares", "percent"];

/** What to remember of an expense that was entered. A split that is as usual is not remembered: what is usual may change. */
export function habitOf({ payerId, paid, split, splitParticipantIds }, usual) {
    const isOwn = lasting.includes(split.mode) && !isSameSplit({ split, splitParticipantIds }, usual);
    const kept = { split: { mode: split.mode, parts: split.parts }, splitParticipantIds };
    return { payerId: paid ? null : payerId, ...(isOwn && kept) };
}

/** What still holds of it, `{payerId?, split?, splitParticipantIds?}`: only people who still take part. */
export function fittingHabit(habit, presentIds) {
    const isPresent = (id) => presentIds.includes(id);
    const { payerId, split, splitParticipantIds = [] } = habit ?? {};
    const hasSplit = lasting.includes(split?.mode) && splitParticipantIds.length > 0 &&
        splitParticipantIds.every(isPresent);
    return { ...(isPresent(payerId) && { payerId }), ...(hasSplit && { split, splitParticipantIds }) };
}

/** What two splits say: nobody's blank counts, nor the order. */
export function isSameSplit(one, other) {
    return plain(one) === plain(other);
}

function plain({ split, splitParticipantIds }) {
    const parts = Object.entries(split.parts).filter(([, text]) => text !== "").sort();
    return JSON.stringify([split.mode, split.mode === "equal" ? [] : parts, [...splitParticipantIds].sort()]);
}
