// What an import makes, counted.

/** Whether every part of it is in the ledgers already, or was not wanted. */
export function isNothingNew({ books }) {
    return books.every(({ expenses, settlements }) => expenses + settlements === 0);
}

/** How many entries of a book a person may want to look at: who paid is not in the file. */
export function unsureCount({ counts }) {
    return unsure.reduce((sum, certainty) => sum + (counts[certainty] ?? 0), 0);
}

const unsure = ["assumed-payer", "reconstructed", "no-effect"];

export function isUnsure({ certainty }) {
    return unsure.includes(certainty);
}

/** The rows of the list, those of one import together: an import may have gone into several ledgers. */
export function byImport(rows) {
    const imports = new Map();
    for (const row of rows) imports.set(row.id, [...(imports.get(row.id) ?? []), row]);
    return [...imports].map(([id, parts]) => ({ id, at: parts[0].at, state: stateOf(parts), parts }));
}

function stateOf(parts) {
    if (parts.some(({ state }) => state === "waiting")) return "waiting";
    return parts.some(({ state }) => state === "done") ? "done" : "undone";
}

/** Who paid, for whom, by name: of an income whoever received it, and for whom it was. */
export function roles({ kind, parts }) {
    const paid = parts.filter(({ paid }) => isMore(paid)).map(({ person }) => person);
    const borne = parts.filter(({ borne }) => isMore(borne)).map(({ person }) => person);
    return kind === "income" ? { who: borne, forWhom: paid } : { who: paid, forWhom: borne };
}

const isMore = (amount) => !/^-?0*(\.0*)?$/.test(amount);
