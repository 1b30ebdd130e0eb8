// What is typed into a form that is not sent yet: it survives closing the sheet, and a tab that is killed.

const settleAfter = 300;

/** Read at once, written a moment after the last key. Each account has its own. */
export class Drafts {
    #shelf;
    #account = null;
    #held = new Map();
    #unwritten = new Set();
    #timer = null;

    constructor(shelf, page = globalThis) {
        this.#shelf = shelf;
        const flush = () => this.flush();
        page.addEventListener?.("pagehide", flush);
        page.document?.addEventListener("visibilitychange", flush);
    }

    /** Whose drafts these are from now on; null when nobody is signed in. */
    async open(account) {
        if (this.#account === account) return;
        await this.flush();
        [this.#account, this.#held] = [account, new Map()];
        if (!account) return;
        for (const [key, draft] of await this.#shelf.readPairs(`${account} `)) {
            if (!this.#held.has(key)) this.#held.set(key, draft);
        }
    }

    read(name) {
        return this.#held.get(this.#key(name)) ?? null;
    }

    /** Null: it did its work. */
    keep(name, draft) {
        const key = this.#key(name);
        if (draft) this.#held.set(key, draft);
        else this.#held.delete(key);
        this.#unwritten.add(key);
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.flush(), draft ? settleAfter : 0);
    }

    async flush() {
        clearTimeout(this.#timer);
        const keys = [...this.#unwritten];
        this.#unwritten.clear();
        await Promise.all(keys.map((key) => {
            const draft = this.#held.get(key);
            return draft ? this.#shelf.keep(key, draft) : this.#shelf.remove(key);
        }));
    }

    /** Nothing of this account stays. */
    async forget() {
        for (const key of this.#held.keys()) this.#unwritten.add(key);
        this.#held.clear();
        await this.flush();
    }

    #key(name) {
        return `${this.#account} ${name}`;
    }
}
