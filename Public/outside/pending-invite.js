// An invite that was opened and not answered yet: it survives signing in and a reload, in this tab alone.

import { onHost, storageName } from "../core/root-path.js";

const key = `${storageName} invite`;

export const pendingInvite = {
    get token() {
        return storage()?.getItem(key) ?? this.held ?? null;
    },

    /** Takes the secret out of the address before anything shows, and keeps it out of the history. */
    take({ pathname, hash }) {
        if (pathname !== "/invite" || hash.length < 2) return;
        this.held = hash.slice(1);
        storage()?.setItem(key, this.held);
        history.replaceState(history.state, "", onHost("/invite"));
    },

    forget() {
        this.held = null;
        storage()?.removeItem(key);
    },
};

/** Storage may be forbidden; then it lasts as long as the page. */
function storage() {
    try {
        return globalThis.sessionStorage;
    } catch {
        return null;
    }
}
