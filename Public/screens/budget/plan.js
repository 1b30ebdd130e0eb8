// What a ledger plans, as far as this browser knows it: categories, the burden ratio by date, schedules. A ledger of format
// version 1 plans nothing.

import { ratioOn } from "../../core/burden.js";

const paths = ["/categories", "/burden-ratio"];

/** Makes sure that the plan is known, if the server tells it: an expense can be entered without. */
export async function learnPlan(app, ledger) {
    if (ledger.schemaVersion < 2) return;
    await app.reckonings.open(ledger, paths).catch((problem) => {
        if (!problem.code) throw problem;
    });
}

export function planOf(app, ledger) {
    const items = (path) => (ledger.schemaVersion < 2 ? [] : app.reckonings.get(ledger, path)?.items ?? []);
    const [categories, ratios] = paths.map(items);
    return { categories, ratios, category: (id) => categories.find((one) => one.id === id) ?? null };
}

/** "60 : 40", in the order of the people, with their names before it; null when no ratio is in force. */
export function ratioWords(ledger, ratios, day) {
    const weights = ratioOn(ratios, day);
    if (!weights) return null;
    const named = weights.map(({ participantId, weight }) => [ledger.person(participantId)?.name ?? "?", weight]);
    return `${named.map(([name]) => name).join(" : ")} = ${named.map(([, weight]) => weight).join(" : ")}`;
}

/** What somebody can choose: everything shared, and what is theirs or already chosen. */
export function choosable({ categories }, participantId, chosen = null) {
    return categories.filter((one) => !one.participantId || one.participantId === participantId || one.id === chosen);
}
