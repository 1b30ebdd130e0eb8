// The lock of the app on this device: after some minutes in the background it asks who is there before it shows anything.

import { storageName } from "../core/root-path.js";
import { prefer, preference } from "./preferences.js";

const key = `${storageName} left`;

export class AppLock {
    #lock;

    /** `lock()` covers the app, if anybody is signed in, until they have proved who they are, and answers when they have. */
    constructor(lock) {
        this.#lock = lock;
        document.addEventListener("visibilitychange", () => (document.hidden ? leave() : this.check()));
        addEventListener("pagehide", leave);
    }

    /** Locks when it is time. Answers when the app may be seen. */
    async check() {
        if (isOverdue(Date.now())) await this.#lock();
        forget();
    }
}

function isOverdue(now) {
    const minutes = preference("lock");
    const left = Number(read());
    return minutes !== "never" && left > 0 && now - left >= Number(minutes) * 60_000;
}

function leave() {
    if (preference("lock") !== "never" && !read()) write(String(Date.now()));
}

function forget() {
    write(null);
}

export function setLock(minutes) {
    prefer("lock", minutes);
    forget();
}

/** Storage may be forbidden: then there is nothing to keep, and no lock either. */
function read() {
    try {
        return localStorage.getItem(key);
    } catch {
        return null;
    }
}

function write(value) {
    try {
        if (value === null) localStorage.removeItem(key);
        else localStorage.setItem(key, value);
    } catch {
        return;
    }
}
