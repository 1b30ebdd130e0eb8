// The wire form of a whole ledger, and what the server says has changed since.

/** The snapshot as it is after the changes; the very same when they tell nothing new, or are older than it is. */
export function withChanges(snapshot, changes) {
    if (changes.revision < snapshot.revision || isKnown(snapshot, changes)) return snapshot;
    const { ledger, expenses, settlements, deletedExpenseIds, deletedSettlementIds, ...rest } = changes;
    return {
        ...snapshot,
        ...rest,
        ledger,
        expenses: merged(snapshot.expenses, expenses, deletedExpenseIds),
        settlements: merged(snapshot.settlements, settlements, deletedSettlementIds),
    };
}

/** On one day and at one revision only what is no event can differ: how sync stands, say. */
function isKnown(snapshot, changes) {
    return changes.revision === snapshot.revision && changes.day === snapshot.day &&
        JSON.stringify(changes.ledger) === JSON.stringify(snapshot.ledger);
}

function merged(kept, changed, deletedIds) {
    const gone = new Set([...deletedIds, ...changed.map(({ id }) => id)]);
    return [...kept.filter(({ id }) => !gone.has(id)), ...changed];
}
