// What the server has reckoned about a ledger beyond its entries: budgets, schedules, today's number. It is kept for when the
// server is away, and asked for anew as soon as the ledger has changed.

import { inMinorUnits } from "../core/reckoned.js";
import { ledgerPath } from "./books.js";

/** Tells `change` when an answer is another one than before. */
export class Reckonings extends EventTarget {
    #books;
    #shelf;
    #now;
    /** By ledger: a map from path to `{revision, text, answer, at}`. */
    #kept = new Map();
    #asking = new Map();

    constructor(books, shelf, now = () => new Date().toISOString()) {
        super();
        this.#now = now;
        this.#books = books;
        this.#shelf = shelf;
        books.addEventListener("signedOut", () => this.#kept.clear());
        books.addEventListener("change", ({ detail }) => this.#follow(detail.ledgerId));
    }

    /** Makes sure that something is known of every path, if need be by asking. */
    async open(ledger, paths) {
        const known = await this.#known(ledger.id);
        await Promise.all(paths.filter((path) => !known.has(path)).map((path) => this.#learn(ledger, path)));
    }

    /** What was last known, at once; null when nothing is. If it is older than the ledger, the newer follows with `change`. */
    get(ledger, path) {
        const kept = this.#kept.get(ledger.id)?.get(path);
        if (kept?.revision !== ledger.revision) this.#learn(ledger, path).catch(() => {});
        return kept?.answer ?? null;
    }

    /** When the oldest of these answers was given; null when none is known. */
    since(ledger, paths) {
        const kept = this.#kept.get(ledger.id);
        return paths.map((path) => kept?.get(path)?.at).filter(Boolean).sort()[0] ?? null;
    }

    /** A ledger that is not there for us any more leaves nothing behind. */
    #follow(id) {
        if (!id || this.#books.opened(id) || !this.#kept.delete(id)) return;
        this.#shelf.remove(`reckoned ${id}`);
    }

    #learn(ledger, path) {
        const key = `${ledger.id} ${ledger.revision} ${path}`;
        if (!this.#asking.has(key)) {
            this.#asking.set(key, this.#ask(ledger, path).finally(() => this.#asking.delete(key)));
        }
        return this.#asking.get(key);
    }

    async #ask(ledger, path) {
        try {
            await this.#keep(ledger, path, await this.#whole(ledgerPath(ledger.id) + path));
        } catch (problem) {
            if (!problem.isUnreachable) throw problem;
        }
    }

    /** A long list comes in pages. */
    async #whole(path) {
        const answer = await this.#books.ask("GET", path);
        return answer.next ? { items: await this.#books.all(path) } : answer;
    }

    async #keep({ id, revision, minorDigits }, path, answer) {
        const known = await this.#known(id);
        const text = JSON.stringify(answer);
        const isNew = known.get(path)?.text !== text;
        known.set(path, { revision, text, answer: inMinorUnits(answer, minorDigits), at: this.#now() });
        this.#shelf.keep(`reckoned ${id}`, [...known].map(([path, { text, at }]) => [path, text, minorDigits, at]));
        if (isNew) this.dispatchEvent(new Event("change"));
    }

    async #known(id) {
        if (!this.#kept.has(id)) {
            const shelved = (await this.#shelf.read(`reckoned ${id}`)) ?? [];
            const read = ([path, text, digits, at]) => [
                path,
                { revision: null, text, answer: inMinorUnits(JSON.parse(text), digits), at },
            ];
            if (!this.#kept.has(id)) this.#kept.set(id, new Map(shelved.slice(-40).map(read)));
        }
        return this.#kept.get(id);
    }
}
