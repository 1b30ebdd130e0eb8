// The books as this browser holds them: who is signed in, which ledgers there are, and the last known form of each.
// Screens read from here and write through here, never from the server: the seam where writes can wait for it.

import { Ledger } from "../core/ledger.js";
import { withChanges } from "../core/snapshot.js";
import { everyItem } from "./pages.js";

/** Tells `change` ({ledgerId}) after anything was learned, `reach` when the server comes or goes, `signedOut`. */
export class Books extends EventTarget {
    #server;
    #shelf;
    #open = new Map();
    me = null;
    ledgers = null;
    reachable = true;

    constructor(server, shelf) {
        super();
        this.#server = server;
        this.#shelf = shelf;
    }

    /** Who is signed in; when the server is away, who was last time. */
    async start() {
        const known = (await this.#shelf.read("me")) ?? null;
        try {
            if (known || (await this.ask("GET", "/setup")).signedIn) await this.#learnMe();
        } catch (problem) {
            if (problem.status !== 401) this.me = known;
        }
    }

    async needsSetUp() {
        return (await this.ask("GET", "/setup").catch(() => null))?.needed ?? false;
    }

    async signIn(path, body) {
        const answer = await this.ask("POST", path, body);
        await this.#learnMe();
        return answer;
    }

    async signOut() {
        await this.ask("DELETE", "/sessions/current");
        await this.forget();
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
        const isOpen = this.#open.has(id);
        const known = this.#open.get(id) ?? (await this.#unshelve(id));
        if (!known) return this.refresh(id);
        const asking = isOpen ? this.catchUp(id) : this.refresh(id);
        asking.catch((problem) => problem.status === 404 && this.forgetLedger(id));
        return known.ledger;
    }

    /** This device remembers which ledger it was in last (SC-FR-LED-4). */
    async enter(id) {
        if (this.me.activeLedgerId === id) return;
        this.me.activeLedgerId = id;
        this.#shelf.keep("me", this.me);
        await this.ask("PUT", "/me/active-ledger", { ledgerId: id }).catch(() => {});
    }

    opened(id) {
        return this.#open.get(id)?.ledger ?? null;
    }

    /** The whole ledger, if it is not as it was. */
    async refresh(id) {
        const tag = this.#open.get(id)?.tag;
        const answer = await this.#reaching(this.#server.getIfChanged(`${ledgerPath(id)}/snapshot`, tag));
        if (!answer.unchanged) this.#learn(id, answer.json, answer.tag);
        return this.#open.get(id).ledger;
    }

    /** What changed since this browser last looked; the whole when the server never had what is known here. */
    async catchUp(id) {
        const copy = this.#open.get(id)?.snapshot;
        const changes = copy ? await this.#changes(id, copy) : null;
        const known = this.#open.get(id);
        if (!changes || !known) return void (await this.refresh(id));
        const snapshot = withChanges(known.snapshot, changes);
        if (snapshot !== known.snapshot) this.#learn(id, snapshot, null);
    }

    /** How the ledger stands with its folder, which no event tells. */
    async learnSync(id) {
        const sync = await this.ask("GET", `${ledgerPath(id)}/sync`);
        const known = this.#open.get(id)?.snapshot;
        if (!known || JSON.stringify(sync) === JSON.stringify(known.ledger.sync)) return;
        this.#learn(id, { ...known, ledger: { ...known.ledger, sync } }, null);
    }

    /** Something about a ledger changed: learn what, if this browser has it open at all. Without a new entry it is its sync. */
    async rung({ ledgerId: id, revision }) {
        const known = this.opened(id);
        if (known) await (known.revision === revision ? this.learnSync(id) : this.catchUp(id)).catch(() => {});
    }

    async refreshAll() {
        for (const id of this.#open.keys()) await this.refresh(id).catch(() => {});
        this.#tell("change", { ledgerId: null });
    }

    /** Changes something in a ledger and answers when this browser shows it. */
    async write(ledgerId, method, path, body) {
        const answer = await this.ask(method, ledgerPath(ledgerId) + path, body);
        await this.catchUp(ledgerId);
        return answer;
    }

    /** A ledger that is not there for us any more: removed, or taken away. */
    async forgetLedger(id) {
        this.#open.delete(id);
        await this.#shelf.remove(`ledger ${id}`);
        this.#tell("change", { ledgerId: id });
    }

    /** Anything else the server is asked for. */
    ask(method, path, body) {
        return this.#reaching(this.#server.send(method, path, body));
    }

    /** Every item of a list. */
    all(path) {
        return everyItem((page) => this.ask("GET", page), path);
    }

    /** Null when the server never had that revision. */
    #changes(id, { revision, day }) {
        const asking = this.ask("GET", `${ledgerPath(id)}/changes?since=${revision}${day ? `&day=${day}` : ""}`);
        return asking.catch((problem) => (problem.status === 409 ? null : Promise.reject(problem)));
    }

    async #reaching(answer) {
        try {
            const value = await answer;
            this.#reached(true);
            return value;
        } catch (problem) {
            this.#reached(!problem.isUnreachable);
            if (problem.status === 401 && this.me) await this.forget();
            throw problem;
        }
    }

    #reached(reachable) {
        if (this.reachable === reachable) return;
        this.reachable = reachable;
        this.#tell("reach");
    }

    async #unshelve(id) {
        const kept = await this.#shelf.read(`ledger ${id}`);
        if (kept) this.#put(id, kept, null);
        return this.#open.get(id);
    }

    #learn(id, snapshot, tag) {
        this.#put(id, snapshot, tag);
        this.#shelf.keep(`ledger ${id}`, snapshot);
        this.#tell("change", { ledgerId: id });
    }

    #put(id, snapshot, tag) {
        this.#open.set(id, { snapshot, ledger: new Ledger(snapshot), tag });
    }

    async #learnMe() {
        await this.#shelf.keep("me", this.me = await this.ask("GET", "/me"));
        this.#tell("signedIn");
    }

    async forget() {
        this.me = null;
        this.ledgers = null;
        this.#open.clear();
        await this.#shelf.clear();
        this.#tell("signedOut");
    }

    #tell(type, detail) {
        this.dispatchEvent(Object.assign(new Event(type), { detail }));
    }
}

export const ledgerPath = (id) => `/ledgers/${encodeURIComponent(id)}`;
