// The copies of ledgers that this page works with: in memory as they were last learned, and kept on the device. What is shown of
// them has what waits to be sent laid over it; what is kept has not.

import { Ledger } from "../core/ledger.js";
import { LedgerShelf } from "./ledger-shelf.js";
import { longestPause, quietMoment } from "./pauses.js";

export class Copies {
    #kept;
    #changed;
    #waiting;
    #open = new Map();
    #glimpsed = new Map();
    #glimpsing = new Map();
    #reading = new Map();

    /** `changed(id)` is told when there is a newer form to show. `waiting`: what is to be laid over. */
    constructor(shelf, changed, waiting = null) {
        this.#kept = new LedgerShelf(shelf);
        this.#changed = changed;
        this.#waiting = waiting;
        waiting?.addEventListener("change", () => this.#layOver());
    }

    get ids() {
        return [...this.#open.keys()];
    }

    /** `{snapshot, ledger, tag}` of a ledger that is in memory. */
    get(id) {
        return this.#open.get(id);
    }

    /** The same, from the device if need be; undefined when nothing is kept there either. */
    async fetch(id) {
        if (this.#open.has(id)) return this.#open.get(id);
        if (!this.#reading.has(id)) this.#reading.set(id, this.#read(id).finally(() => this.#reading.delete(id)));
        await this.#reading.get(id);
        return this.#open.get(id);
    }

    /** Begins to read what `glimpse` will want. */
    foresee(id) {
        if (!this.#open.has(id) && !this.#glimpsing.has(id)) this.#glimpsing.set(id, this.#kept.glimpse(id));
    }

    /** What can be shown before all of it has been read; the whole follows with `changed`. Null when nothing is kept. */
    async glimpse(id) {
        this.foresee(id);
        const kept = await this.#glimpsing.get(id);
        this.#glimpsing.delete(id);
        if (kept && !this.#open.has(id)) this.#glimpsed.set(id, new Ledger(kept.wire, kept.reckoned));
        return this.glimpsed(id);
    }

    /** The ledger as far as it is known. */
    glimpsed(id) {
        return this.#open.get(id)?.ledger ?? this.#glimpsed.get(id) ?? null;
    }

    /** Shown first, then kept. Answers when it is kept. */
    async learn(id, snapshot, tag) {
        this.#put(id, snapshot, tag);
        this.#glimpsed.delete(id);
        this.#glimpsing.delete(id);
        this.#changed(id);
        await quietMoment(longestPause);
        await this.#keep(id);
    }

    /** As it is by now; what was let go meanwhile is not kept again. */
    async #keep(id) {
        const copy = this.#open.get(id);
        if (!copy) return;
        const plain = copy.mark ? new Ledger(copy.snapshot, {}, copy.ledger) : copy.ledger;
        await this.#kept.keep(id, copy.snapshot, plain.glimpse);
    }

    /** Something else waits now. */
    #layOver() {
        for (const [id, { snapshot, tag, mark }] of this.#open) {
            if (mark === this.#waiting.mark(id)) continue;
            this.#put(id, snapshot, tag);
            this.#changed(id);
        }
    }

    #put(id, snapshot, tag, reckoned) {
        const shown = this.#waiting?.layOver(id, snapshot) ?? snapshot;
        const ledger = new Ledger(shown, shown === snapshot ? reckoned : {}, this.#open.get(id)?.ledger);
        this.#open.set(id, { snapshot, ledger, tag, mark: this.#waiting?.mark(id) ?? "" });
        return this.#open.get(id);
    }

    async forget(id) {
        this.#open.delete(id);
        this.#glimpsed.delete(id);
        await this.#kept.remove(id);
        this.#changed(id);
    }

    clear() {
        for (const known of [this.#open, this.#glimpsed, this.#glimpsing]) known.clear();
    }

    async #read(id) {
        const kept = await this.#kept.read(id, this.#glimpsed.get(id)?.wire.expenses);
        if (!kept || this.#open.has(id)) return;
        const { snapshot, reckoned } = kept;
        this.#put(id, snapshot, null, reckoned);
        if (!this.#glimpsed.delete(id)) return;
        await quietMoment(longestPause);
        this.#changed(id);
    }
}
