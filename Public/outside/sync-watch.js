// Follows how the ledger on the screen stands with its folder. The doorbell rings for events, not for this.

/** Seconds between two looks: while something is on its way, and otherwise. */
const intervals = { moving: 4, resting: 60 };

export class SyncWatch {
    #books;
    #ledger = null;
    #timer = null;
    #interval = null;

    constructor(books) {
        this.#books = books;
    }

    /** `id` of the ledger on the screen, or nothing. */
    follow(id) {
        const interval = intervalFor(this.#books.opened(id));
        if (id === this.#ledger && interval === this.#interval) return;
        [this.#ledger, this.#interval] = [id, interval];
        this.#wait();
    }

    #wait() {
        clearTimeout(this.#timer);
        if (this.#interval) this.#timer = setTimeout(() => this.#look(), this.#interval * 1000);
    }

    async #look() {
        if (!document.hidden) await this.#books.learnSync(this.#ledger).catch(() => {});
        this.#wait();
    }
}

function intervalFor(ledger) {
    const { state = "local", pendingEvents = 0 } = ledger?.sync ?? {};
    if (state === "local") return null;
    return state === "syncing" || (state === "inSync" && pendingEvents > 0) ? intervals.moving : intervals.resting;
}
