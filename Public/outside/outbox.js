// The writes that wait for the server: kept on this device before anybody is told so, and sent in order when it answers.
// They belong to one account; what another one left here is neither shown nor sent.

import { corrected, isSame, isStopped } from "../core/outbox.js";

/** Tells `change` after anything about what waits is another than before. */
export class Outbox extends EventTarget {
    #store;
    #channel;
    #account = null;
    #asking = new Map();
    #dropped = new Set();
    ops = [];

    /** `channel`: to the other tabs of this browser, as a BroadcastChannel is. */
    constructor(store, channel = null) {
        super();
        this.#store = store;
        this.#channel = channel;
        channel?.addEventListener("message", () => this.load());
    }

    /** Why this browser can not keep what waits, or null. */
    get trouble() {
        return this.#store.trouble;
    }

    get account() {
        return this.#account;
    }

    /** Whose writes are shown and sent from now on; null when nobody is signed in. */
    async open(account) {
        this.#account = account;
        await this.load();
    }

    /** What is to be laid over a ledger. */
    in(ledger) {
        return this.ops.filter((op) => op.ledger === ledger);
    }

    find(seq) {
        return this.ops.find((op) => op.seq === seq) ?? null;
    }

    /** How many writes of anybody wait on this device. */
    async countAll() {
        return (await this.#store.all()).length;
    }

    async load() {
        const all = await this.#store.all();
        this.ops = all.filter((op) => op.account === this.#account && !this.#dropped.has(op.seq));
        for (const [seq, settle] of this.#asking) this.#answerFor(seq, settle);
        this.#tell();
    }

    /** Another tab may have sent it, or been refused. */
    #answerFor(seq, settle) {
        const op = this.find(seq);
        if (!op) this.settle(seq, { answer: null });
        else if (isStopped(op)) settle({ stopped: op });
    }

    /** Keeps a write. It is on the disk when this answers; if that can not be, `trouble` says why. */
    async add(write) {
        const op = { ...write, account: this.#account, state: "waiting", schema: 1 };
        const stopped = this.ops.find((one) => isStopped(one) && isSame(one, op));
        if (stopped) return this.#correct(stopped, op);
        const kept = await this.#store.add(op);
        this.ops = [...this.ops, kept];
        this.#changed();
        return kept;
    }

    /** In the place of what was refused, so that what refers to it still comes after it. */
    async #correct(stopped, op) {
        const later = this.ops.filter((one) => isSame(one, op) && one.seq !== stopped.seq).map(({ seq }) => seq);
        const isNeverSent = op.method === "DELETE" && stopped.makes;
        if (isNeverSent) return void (await this.drop([stopped.seq, ...later]));
        const base = stopped.theirs ? revisionOf(stopped.theirs) : stopped.base;
        const kept = {
            ...stopped,
            ...corrected(stopped, op),
            ...fresh,
            base,
            recordedAt: op.recordedAt,
            isAway: true,
            corrects: true,
        };
        await this.put([kept]);
        await this.drop(later);
        return kept;
    }

    async put(ops) {
        this.ops = this.ops.map((one) => ops.find(({ seq }) => seq === one.seq) ?? one);
        await this.#store.put(ops);
        this.#changed();
    }

    /** Out of sight at once; `drop` takes them out of the store. */
    hide(seqs) {
        for (const seq of seqs) this.#dropped.add(seq);
        this.ops = this.ops.filter(({ seq }) => !seqs.includes(seq));
    }

    async drop(seqs) {
        this.hide(seqs);
        await this.#store.remove(seqs);
        this.#changed();
    }

    /** What became of a write, for whoever waits for it: `{answer}`, or `{stopped}` with its reason. */
    asked(seq) {
        return new Promise((resolve) => this.#asking.set(seq, resolve));
    }

    isAsked(seq) {
        return this.#asking.has(seq);
    }

    settle(seq, outcome) {
        this.#asking.get(seq)?.(outcome);
        this.#asking.delete(seq);
    }

    /** The person does not want it any more, nor what came after it of the same thing. */
    async discard(seq) {
        const op = this.find(seq);
        if (op) await this.drop(this.ops.filter((one) => isSame(one, op)).map((one) => one.seq));
    }

    /** The person wants it whatever the others did. */
    async insist(seq, recordedAt) {
        const op = this.find(seq);
        if (!op) return;
        const isBack = op.state === "conflict" && !op.theirs && op.method === "PUT";
        const path = isBack ? `${op.path.split("?")[0]}?revive=true` : op.path;
        await this.put([{
            ...op,
            ...fresh,
            path,
            recordedAt,
            before: op.theirs ?? op.before,
            base: revisionOf(op.theirs),
        }]);
    }

    async discardAll() {
        await this.drop(this.ops.map(({ seq }) => seq));
    }

    #changed() {
        this.#tell();
        this.#channel?.postMessage("changed");
    }

    #tell() {
        this.dispatchEvent(new Event("change"));
    }
}

/** As if it had never been tried. */
const fresh = Object.freeze({ state: "waiting", problem: null, theirs: null, changes: null, attempts: 0 });

function revisionOf(item) {
    return item?.revision ?? null;
}
