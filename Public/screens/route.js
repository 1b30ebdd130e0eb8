// Addresses and the table of places: which entry an address names, and what its parts are.

/** Answers `{entry, params}`, or null. Of two matches the one with fewer open parts wins, so `/new` is never an id. */
export function match(addresses, path) {
    const parts = path.split("/").slice(1);
    return addresses
        .map((entry) => ({ entry, params: paramsOf(entry.at, parts) }))
        .filter(({ params }) => params)
        .sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0] ?? null;
}

function paramsOf(pattern, parts) {
    const wanted = pattern.split("/").slice(1);
    if (wanted.length !== parts.length) return null;
    const params = {};
    for (const [place, part] of wanted.entries()) {
        if (part.startsWith(":")) params[part.slice(1)] = decoded(parts[place]);
        else if (part !== parts[place]) return null;
    }
    return params;
}

function decoded(part) {
    try {
        return decodeURIComponent(part).replace("~", ".");
    } catch {
        return part;
    }
}

/** The pattern with its parts filled in. */
export function fill(pattern, params) {
    return pattern.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name]));
}

/** The address of a place in a ledger. */
export function inLedger(ledger, ...parts) {
    return ["/ledgers", ledger.id ?? ledger, ...parts].map((
        part,
        place,
    ) => (place === 0 ? part : encodeURIComponent(part))).join("/");
}

/**
 * The address of an expense. What comes of a schedule has a point in its id; in an address that would begin the extension of a
 * file, so there it is a tilde.
 */
export function expenseAddress(ledger, id, ...more) {
    return inLedger(ledger, "expenses", id.replace(".", "~"), ...more);
}

/** Where a ledger opens: a wallet leads with its budget. */
export function homeOf(ledger) {
    return inLedger(ledger, ledger.kind === "wallet" ? "budget" : "expenses");
}

/** The id of the ledger that a path is in; null elsewhere. */
export function ledgerOf(path) {
    const [, area, id, place] = path.split("/");
    return area === "ledgers" && place ? decoded(id) : null;
}

/** Only an address of this app: never somewhere else. */
export function ours(address) {
    return /^\/(?![/\\])/.test(address ?? "") ? address : null;
}
