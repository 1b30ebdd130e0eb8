// Who bears a new expense unless somebody says otherwise: by its category, by the ratio of its day, by the ledger's default.

/** The weights in force on a day, or null. `ratios`: `[{from, weights}]`; each holds until the next one. */
export function ratioOn(ratios, day) {
    const inForce = ratios.filter(({ from }) => from <= day).sort((a, b) => (a.from < b.from ? -1 : 1)).at(-1);
    return inForce?.weights?.length > 0 ? inForce.weights : null;
}

/**
 * `{mode, weights?, people}` for those present: an individual category is its owner's, a ratio leaves out who has retired,
 * else the ledger's default split counts (null).
 */
export function usualBurden({ present, ratios, category, day }) {
    if (category?.participantId) return { mode: "equal", people: [category.participantId] };
    const weights = (ratioOn(ratios, day) ?? []).filter(({ participantId }) => present.includes(participantId));
    if (weights.length === 0) return null;
    return { mode: "shares", weights, people: weights.map(({ participantId }) => participantId) };
}
