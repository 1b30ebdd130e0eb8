// Plain values by key: the last known form of every opened ledger, to start from when the server is away.

import { Database, settled } from "./database.js";

/** So many values are read at once. A month of a busy ledger is one. */
const atOnce = 12;

/** Without IndexedDB (or when it fails) it keeps nothing, and the app works on without it. */
export class Shelf {
    #database;
    #store;

    constructor(database = new Database(), store = "kept") {
        this.#database = database;
        this.#store = store;
    }

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

    /** Every value whose key begins so, in the order of the keys: a few at a time, for reading them keeps the page busy. */
    readAll(prefix) {
        return this.#use("readonly", (kept) => inParts(kept, IDBKeyRange.bound(prefix, `${prefix}\uffff`)));
    }

    /** The same with their keys. */
    async readPairs(prefix) {
        const range = () => IDBKeyRange.bound(prefix, `${prefix}\uffff`);
        const read = await this.#use("readonly", (kept) => [kept.getAllKeys(range()), kept.getAll(range())]);
        const [keys, values] = read ?? [[], []];
        return keys.map((key, place) => [key, values[place]]);
    }

    /** Reads a value, and writes what `decide(value)` answers, `{keep: [[key, value]], remove: [key]}`, before anybody else can. */
    change(key, decide) {
        return this.#use("readwrite", (kept) => {
            const reading = kept.get(key);
            reading.addEventListener("success", () => {
                const { keep = [], remove = [] } = decide(reading.result);
                for (const [key, value] of keep) kept.put(value, key);
                for (const key of remove) kept.delete(key);
            });
            return reading;
        });
    }

    #use(mode, action) {
        return this.#database.use(this.#store, mode, action).catch(() => undefined);
    }
}

/** In one transaction: it lasts as long as one request leads to the next. */
async function inParts(store, range) {
    const keys = await settled(store.getAllKeys(range));
    const values = [];
    for (let first = 0; first < keys.length; first += atOnce) {
        const part = keys.slice(first, first + atOnce);
        values.push(...await settled(store.getAll(IDBKeyRange.bound(part[0], part.at(-1)))));
    }
    return values;
}
