// What waits to be sent, as the rest of the app sees it. Who keeps, sends and lays it over the books comes late.

/** Tells `change` when something else waits, `saved` when a write stays here for now, `trouble` when it can not be kept. */
export class Waiting extends EventTarget {
    #database;
    #fetch;
    #whole = null;
    #arriving = null;
    #account = null;

    /** `fetch(waiting)` answers `{outbox, sender, writing, overlay}`. */
    constructor(database, fetch) {
        super();
        this.#database = database;
        this.#fetch = fetch;
    }

    /** Everything that waits, of every ledger. */
    get ops() {
        return this.#whole?.outbox.ops ?? [];
    }

    in(ledger) {
        return this.ops.filter((op) => op.ledger === ledger);
    }

    /** What of a ledger did not go at once: on an ordinary day nothing. */
    shown(ledger) {
        const ops = this.in(ledger);
        return ops.filter(({ state }) => state !== "waiting" || ops.some(({ attempts }) => attempts > 0));
    }

    get trouble() {
        return this.#whole?.outbox.trouble ?? null;
    }

    /** The ledger as it will be. The very same when nothing of it waits. */
    layOver(ledger, snapshot) {
        const ops = this.in(ledger);
        return ops.length === 0 ? snapshot : this.#whole.overlay(snapshot, ops);
    }

    /** Differs when something else is to be laid over; empty when nothing is. */
    mark(ledger) {
        const marks = this.in(ledger).map((
            { seq, state, recordedAt, attempts },
        ) => [seq, state, recordedAt, attempts > 0]);
        return marks.join(";");
    }

    /** Whose writes these are from now on; null when nobody is signed in. Answers when it is known what waits. */
    async open(account) {
        this.#account = account;
        if (this.#whole) return this.#openWhole();
        if (account && (await this.count()) > 0) await this.whole().catch(() => {});
    }

    /** How many writes wait on this device, whosever they are. */
    async count() {
        return (await this.#database.use("outbox", "readonly", (store) => store.count()).catch(() => 0)) ?? 0;
    }

    /** Fetches those who do the work. */
    whole() {
        return (this.#arriving ??= this.#arrive().catch((problem) => {
            this.#arriving = null;
            throw problem;
        }));
    }

    async #arrive() {
        this.#whole = await this.#fetch(this);
        this.#whole.outbox.addEventListener("change", () => this.tell("change"));
        await this.#openWhole();
        return this.#whole;
    }

    async #openWhole() {
        await this.#whole.outbox.open(this.#account);
        if (this.#account) this.#whole.sender.run();
    }

    async write(write) {
        return (await this.whole()).writing.write(write);
    }

    /** Nobody is there any more who could want it. */
    async discardAll() {
        if (this.ops.length > 0) await this.#whole.outbox.discardAll();
    }

    /** Tries to send now, if there is anything. Answers when there is no more sense in it. */
    async run() {
        if (this.#whole && this.#account) await this.#whole.sender.run();
    }

    tell(type) {
        this.dispatchEvent(new Event(type));
    }
}
