// The state of sync as it is shown: the server's word, unless the server itself can not be reached or did not
// take what somebody entered.

const pictures = {
    inSync: "cloud",
    syncing: "sync",
    offline: "cloudOff",
    error: "warning",
    local: "home",
    away: "cloudOff",
    stopped: "warning",
};

/** `waiting`: what waits to be sent of this ledger. */
export function syncState(books, ledger, waiting = []) {
    if (waiting.some(({ state }) => state !== "waiting")) return "stopped";
    return books.reachable ? (ledger.sync?.state ?? "local") : "away";
}

export function syncPicture(state) {
    return pictures[state];
}
