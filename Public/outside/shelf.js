// The only place that touches IndexedDB: the last known form of every opened ledger, to start from when the server is away.

const name = "splitclone";
const version = 1;
const store = "kept";

/** Keeps plain values by key. Without IndexedDB (or when it fails) it keeps nothing, and the app works on without it. */
export class Shelf {
    #opening = null;

    read(key) {
        return this.#use("readonly", (kept) => kept.get(key));
    }

    keep(key, value) {
        return this.#use("readwrite", (kept) => kept.put(value, key));
    }

    remove(key) {
        return this.#use("readwrite", (kept) => kept.delete(key));
    }

    clear() {
        return this.#use("readwrite", (kept) => kept.clear());
    }

    /** Background pages lose their connection on iOS, so one failed attempt is repeated with a fresh one. */
    async #use(mode, action, attempts = 2) {
        try {
            const database = await this.#database();
            return await settled(action(database.transaction(store, mode).objectStore(store)));
        } catch {
            this.#opening = null;
            return attempts > 1 ? this.#use(mode, action, attempts - 1) : undefined;
        }
    }

    #database() {
        return (this.#opening ??= openDatabase(() => {
            this.#opening = null;
        }));
    }
}

async function openDatabase(closed) {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => request.result.createObjectStore(store);
    const database = await settled(request);
    database.onclose = closed;
    database.onversionchange = () => {
        database.close();
        closed();
    };
    return database;
}

function settled(request) {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
}
