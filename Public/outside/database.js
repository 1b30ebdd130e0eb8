// The only place that opens IndexedDB: three stores, one connection, opened anew whenever the browser has cut it.

import { storageName as name } from "../core/root-path.js";

const version = 2;
/** A database that does not open in so many milliseconds (Safari knows this) counts as none. */
const patience = 5000;
const stores = { kept: {}, drafts: {}, outbox: { keyPath: "seq", autoIncrement: true } };

export class Database {
    #opening = null;
    #factory;

    constructor(factory = globalThis.indexedDB) {
        this.#factory = factory;
    }

    /**
     * Does the action with the store and answers its result once the transaction is complete; `strict` means that it is on the
     * disk by then. Background pages lose their connection on iOS, so one failed attempt is repeated with a fresh one.
     */
    async use(store, mode, action, { strict = false, attempts = 2 } = {}) {
        try {
            const database = await this.#database();
            const transaction = database.transaction(store, mode, strict ? { durability: "strict" } : {});
            const done = completed(transaction);
            const [value] = await Promise.all([settled(action(transaction.objectStore(store))), done]);
            return value;
        } catch (error) {
            this.#opening = null;
            if (attempts < 2 || error?.name === "QuotaExceededError") throw error;
            return this.use(store, mode, action, { strict, attempts: attempts - 1 });
        }
    }

    #database() {
        return (this.#opening ??= openDatabase(this.#factory, () => {
            this.#opening = null;
        }));
    }
}

async function openDatabase(factory, closed) {
    const request = factory.open(name, version);
    request.onupgradeneeded = () => {
        const known = request.result.objectStoreNames;
        for (const [store, how] of Object.entries(stores)) {
            if (!known.contains(store)) request.result.createObjectStore(store, how);
        }
    };
    const database = await Promise.race([settled(request), tooLate()]);
    database.onclose = closed;
    database.onversionchange = () => {
        database.close();
        closed();
    };
    return database;
}

/** A list of requests is settled when all of them are; what leads from one to the next answers for itself. */
export function settled(request) {
    if (request instanceof Promise) return request;
    if (Array.isArray(request)) return Promise.all(request.map(settled));
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
}

function completed(transaction) {
    return new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error ?? new DOMException("", "AbortError"));
    });
}

function tooLate() {
    return new Promise((_, reject) => setTimeout(() => reject(new DOMException("", "TimeoutError")), patience));
}
