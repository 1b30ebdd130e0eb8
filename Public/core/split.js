// Who bears how much of an expense. The shares always sum to the amount exactly.

/** Ids are canonical lower-case ASCII: this order is the one of LedgerCore. */
export function byId(a, b) {
    return a < b ? -1 : a > b ? 1 : 0;
}

/** Who gets the odd cents of an equal split: the payer, or else the participant whose id sorts first (SC-FR-SPL-2). */
export function oddCentTaker(payerId, participantIds) {
    return participantIds.includes(payerId) ? payerId : [...participantIds].sort(byId)[0];
}

/** Equal shares (SC-FR-SPL-1) as a Map from participant id to minor units, in the split's order. */
export function equalShares(amount, payerId, participantIds) {
    const count = BigInt(participantIds.length);
    const base = amount / count;
    const rest = amount % count;
    const taker = oddCentTaker(payerId, participantIds);
    return new Map(participantIds.map((id) => [id, id === taker ? base + rest : base]));
}

/** The shares of an expense: as recorded where the server has answered them, else by the equal rule. */
export function sharesOf(expense) {
    if (expense.shares) return new Map(expense.shares.map((share) => [share.participantId, share.amount]));
    return equalShares(expense.amount, expense.payerId, expense.splitParticipantIds);
}
