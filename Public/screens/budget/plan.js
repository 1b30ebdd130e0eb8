// Who bears what by default, in words, and which categories somebody can choose.

import { ratioOn } from "../../core/burden.js";

/** "Anna : Ben = 60 : 40"; null when no ratio is in force. */
export function ratioWords(ledger, day) {
    const weights = ratioOn(ledger.ratios, day);
    if (!weights) return null;
    const named = weights.map(({ participantId, weight }) => [ledger.person(participantId)?.name ?? "?", weight]);
    return `${named.map(([name]) => name).join(" : ")} = ${named.map(([, weight]) => weight).join(" : ")}`;
}

/** Everything shared, and what is theirs or already chosen. */
export function choosable({ categories }, participantId, chosen = null) {
    return categories.filter((one) => !one.participantId || one.participantId === participantId || one.id === chosen);
}
