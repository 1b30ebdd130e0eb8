// How a new expense is split unless somebody says otherwise, as the form takes it.

import { usualBurden } from "../../core/burden.js";
import { typedSplit } from "../../core/expense-draft.js";
import { equalSplit } from "../../core/split-draft.js";

/** By its category and the ratio of its day; else as the ledger's default says, as far as its people still take part. */
export function usualFor(ledger, day, category) {
    const present = ledger.present.map(({ id }) => id);
    const burden = usualBurden({ present, ratios: ledger.ratios, category, day });
    if (!burden) return byDefault(ledger, present);
    const parts = Object.fromEntries((burden.weights ?? []).map((one) => [one.participantId, String(one.weight)]));
    return { split: { ...equalSplit, mode: burden.mode, parts }, splitParticipantIds: burden.people };
}

function byDefault({ defaultSplit }, present) {
    const split = typedSplit(defaultSplit, String);
    const named = present.filter((id) => id in split.parts);
    return { split, splitParticipantIds: named.length > 0 ? named : present };
}
