// Where the outbox lies: in IndexedDB, on the disk before anybody is told that it is saved. Where that fails, in this page
// alone, and then it says so.

/** Tells nothing by itself; `Outbox` does. */
export class OutboxStore {
    #database;
    #loose = [];
    /** Numbers in the page alone lie behind all others. */
    #lastLoose = Number.MAX_SAFE_INTEGER / 2;
    /** Why this browser can not keep what waits: "full", "none", or null when it can. */
    trouble = null;

    constructor(database) {
        this.#database = database;
    }

    /** In the order in which they were made. */
    async all() {
        try {
            const kept = await this.#database.use("outbox", "readonly", (store) => store.getAll());
            return [...kept, ...this.#loose];
        } catch {
            this.trouble ??= "none";
            return [...this.#loose];
        }
    }

    /** The write with its number. Never fails: what can not be kept is held as long as the page lives. */
    async add(op) {
        try {
            const seq = await this.#database.use("outbox", "readwrite", (store) => store.add(op), { strict: true });
            this.trouble = null;
            return { ...op, seq };
        } catch (error) {
            this.trouble = error?.name === "QuotaExceededError" ? "full" : "none";
            const loose = { ...op, seq: ++this.#lastLoose, isLoose: true };
            this.#loose.push(loose);
            return loose;
        }
    }

    /** Replaces those that are still there; what another tab has finished stays gone. */
    async put(ops) {
        this.#loose = this.#loose.map((one) => ops.find(({ seq }) => seq === one.seq) ?? one);
        const kept = ops.filter(({ isLoose }) => !isLoose);
        if (kept.length === 0) return;
        await this.#database.use("outbox", "readwrite", (store) => kept.map((op) => replaced(store, op)), {
            strict: true,
        })
            .catch(() => {});
    }

    async remove(seqs) {
        this.#loose = this.#loose.filter(({ seq }) => !seqs.includes(seq));
        await this.#database.use("outbox", "readwrite", (store) => seqs.map((seq) => store.delete(seq)), {
            strict: true,
        })
            .catch(() => {});
    }
}

function replaced(store, op) {
    const asking = store.getKey(op.seq);
    asking.addEventListener("success", () => asking.result !== undefined && store.put(op));
    return asking;
}
