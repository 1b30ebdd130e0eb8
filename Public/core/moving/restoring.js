// What a restore would do, as a person decides about it.

const skipped = ["keyMismatch", "otherKey", "damaged"];

/** Ledgers of the file that can not be restored as they are, with why. */
export function isSkipped({ outcome }) {
    return skipped.includes(outcome);
}

/** Whether a restore would change anything here. */
export function changesAnything({ ledgers, removedLedgerIds }) {
    return removedLedgerIds.length > 0 ||
        ledgers.some(({ outcome, newEvents, lostEvents }) =>
            ["new", "merged"].includes(outcome) || (outcome === "replaced" && newEvents + lostEvents > 0)
        );
}

/** The words of a line: of one that was not asked for there are none. */
export function lineKey({ outcome, newEvents, lostEvents }) {
    if (outcome === "merged" && newEvents === 0) return "member";
    return outcome === "replaced" && lostEvents > 0 ? "replacedLosing" : outcome;
}

/** A file that begins like a backup of ledgers is one, whatever it is called. */
export function isBackup(beginning) {
    return /^\uFEFF?\s*\{\s*"splitcloneBackup"\s*:/.test(beginning);
}

/** A backup of a whole server is encrypted, and restored by command. */
export function isServerBackup(name) {
    return /\.backup$/i.test(name);
}

/** The parameters of a restore; no ledgers named: all of them. */
export function restoreQuery({ mode, isDryRun, chosen = null }) {
    const query = new URLSearchParams({ mode });
    if (isDryRun) query.set("dryRun", "true");
    for (const id of chosen ?? []) query.append("ledger", id);
    return query.toString();
}
