// The books as this browser holds them: which ledgers there are, and the last known form of each, with what waits to be sent laid
// over it. Screens read from here and write through here, never from the server.

import { withChanges } from "../core/snapshot.js";
import { Copies } from "./copies.js";
import { Session } from "./session.js";

/** Tells `change` ({ledgerId}) after anything was learned, `reach` when the server comes or goes, `signedOut`. */
export class Books extends Session {
    #shelf;
    #copies;
    #waiting;
    ledgers = null;

    /** `waiting`: what waits to be sent, if anything can. */
    constructor(server, shelf, waiting = null) {
        super(server, shelf);
        this.#shelf = shelf;
        this.#copies = new Copies(shelf, (ledgerId) => this.tell("change", { ledgerId }), waiting);
        this.#waiting = waiting;
    }

    /** Together with what can be shown first of the ledger that was open last. */
    async lookUp() {
        const me = await super.lookUp();
        if (me?.activeLedgerId) this.#copies.foresee(me.activeLedgerId);
        return me;
    }

    /** The list of ledgers, fresh if the server answers, else as it was. */
    async listLedgers() {
        try {
            this.#shelf.keep("ledgers", this.ledgers = await this.all("/ledgers"));
        } catch (problem) {
            this.ledgers ??= await this.#shelf.read("ledgers");
            if (!this.ledgers || !problem.isUnreachable) throw problem;
        }
        return this.ledgers;
    }

    /** The ledger at once when it is known (a fresh one then follows with `change`), else from the server. */
    async open(id) {
        const known = await this.#copies.fetch(id);
        if (!known) return this.refresh(id);
        this.catchUp(id).catch((problem) => problem.status === 404 && this.forgetLedger(id));
        return known.ledger;
    }

    /** What can be shown of a ledger before all of it has been read from this device; null when nothing is kept. */
    glimpse(id) {
        return this.#copies.glimpse(id);
    }

    /** The whole ledger, or what is known of it so far. */
    glimpsed(id) {
        return this.#copies.glimpsed(id);
    }

    /** What this device knows of a ledger, with what waits laid over it; null when nothing is kept. */
    async kept(id) {
        return this.#waiting?.mark(id) ? (await this.#copies.fetch(id))?.ledger ?? null : this.glimpse(id);
    }

    /** This device remembers which ledger it was in last (SC-FR-LED-4). */
    async enter(id) {
        if (this.me.activeLedgerId === id) return;
        this.me.activeLedgerId = id;
        this.#shelf.keep("me", this.me);
        await this.ask("PUT", "/me/active-ledger", { ledgerId: id }).catch(() => {});
    }

    opened(id) {
        return this.#copies.get(id)?.ledger ?? null;
    }

    /** As the server last told it, without what waits. */
    told(id) {
        return this.#copies.get(id)?.snapshot ?? null;
    }

    /** The whole ledger, if it is not as it was. `arrived` is called when the answer is there. */
    async refresh(id, arrived = () => {}) {
        const tag = this.#copies.get(id)?.tag;
        const answer = await this.askIfChanged(`${ledgerPath(id)}/snapshot`, tag);
        arrived();
        if (!answer.unchanged) await this.#copies.learn(id, answer.json, answer.tag);
        return this.#copies.get(id).ledger;
    }

    /** A copy may be older than the answer to who is there; and nobody can be asked while the server is away. */
    async isKnownThere(id) {
        try {
            return Boolean((await this.refresh(id)).myParticipantId);
        } catch (problem) {
            if (!problem.isUnreachable) throw problem;
            return true;
        }
    }

    /** What changed since this browser last looked; the whole when the server never had what is known here. */
    async catchUp(id, arrived = () => {}) {
        const copy = this.#copies.get(id)?.snapshot;
        const changes = copy ? await this.#changes(id, copy) : null;
        const known = this.#copies.get(id);
        if (!changes || !known) return void (await this.refresh(id, arrived));
        arrived();
        const snapshot = withChanges(known.snapshot, changes);
        if (snapshot !== known.snapshot) await this.#copies.learn(id, snapshot, null);
    }

    /** Also of a ledger that no screen has opened here. Answers when it is kept. */
    async learnOf(id, arrived) {
        await this.#copies.fetch(id);
        await this.catchUp(id, arrived);
    }

    /** How the ledger stands with its folder, which no event tells. */
    async learnSync(id) {
        const sync = await this.ask("GET", `${ledgerPath(id)}/sync`);
        const known = this.#copies.get(id)?.snapshot;
        if (!known || JSON.stringify(sync) === JSON.stringify(known.ledger.sync)) return;
        this.#copies.learn(id, { ...known, ledger: { ...known.ledger, sync } }, null);
    }

    /** Something about a ledger changed, be it no entry: learn what, if this browser has it open at all. */
    async rung({ ledgerId: id }) {
        if (this.opened(id)) await this.catchUp(id).catch(() => {});
    }

    async refreshAll() {
        for (const id of this.#copies.ids) await this.catchUp(id).catch(() => {});
        this.tell("change", { ledgerId: null });
    }

    /** Changes something in a ledger; what can wait for the server waits in the outbox, where there is one. */
    write(ledgerId, method, path, body) {
        const write = { ledger: ledgerId, method, path, body };
        return this.#waiting ? this.#waiting.write(write) : this.writeNow(write);
    }

    /** Answers when the server has done it and this browser shows it, or can not be told just now: done is done. */
    async writeNow({ ledger, method, path, body }) {
        const answer = await this.ask(method, ledgerPath(ledger) + path, body);
        await this.catchUp(ledger).catch((problem) => problem.code || Promise.reject(problem));
        return answer;
    }

    /** A ledger that is not there for us any more: removed, or taken away. */
    forgetLedger(id) {
        return this.#copies.forget(id);
    }

    /** Null when the server never had that revision. */
    #changes(id, { revision, day }) {
        const asking = this.ask("GET", `${ledgerPath(id)}/changes?since=${revision}${day ? `&day=${day}` : ""}`);
        return asking.catch((problem) => (problem.status === 409 ? null : Promise.reject(problem)));
    }

    async forget() {
        this.ledgers = null;
        this.#copies.clear();
        await super.forget();
    }
}

export const ledgerPath = (id) => `/ledgers/${encodeURIComponent(id)}`;
