// The state of sync as it is shown: the server's word, unless the server itself can not be reached.

const pictures = {
    inSync: "cloud",
    syncing: "sync",
    offline: "cloudOff",
    error: "warning",
    local: "home",
    away: "cloudOff",
};

export function syncState(books, ledger) {
    return books.reachable ? (ledger.sync?.state ?? "local") : "away";
}

export function syncPicture(state) {
    return pictures[state];
}
