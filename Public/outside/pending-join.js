// A join code that came with the address, `/ledgers/join#SC1.…`: it survives signing in, in this tab alone.

import { onHost } from "../core/root-path.js";

let held = null;

export const pendingJoin = {
    /** Takes the secret out of the address before anything shows, and keeps it out of the history. */
    take({ pathname, hash }) {
        if (pathname !== "/ledgers/join" || hash.length < 2) return;
        held = decoded(hash.slice(1));
        history.replaceState(history.state, "", onHost(pathname));
    },

    /** Answers it once. */
    give() {
        const code = held;
        held = null;
        return code;
    },
};

function decoded(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}
