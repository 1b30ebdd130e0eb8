// How a write goes: kept in the outbox first, then sent; whoever made it waits a moment for the answer, and then no longer.

import { entryFor } from "../core/outbox.js";
import { ledgerPath } from "./books.js";
import { Problem } from "./server.js";

/** How long a form waits for the server before it says that the entry is saved on this device. */
const patience = 4000;

/** Tells `saved` when a write stays here for now, `trouble` when this browser can not keep it. */
export class Writing extends EventTarget {
    #books;
    #outbox;
    #sender;
    #clock;

    constructor(books, outbox, sender, clock = { now: () => new Date(), later }) {
        super();
        this.#books = books;
        this.#outbox = outbox;
        this.#sender = sender;
        this.#clock = clock;
    }

    async write(write) {
        const { ledger } = write;
        const recordedAt = this.#clock.now().toISOString();
        const entry = entryFor({ ...write, recordedAt }, this.#books.told(ledger), this.#outbox.in(ledger));
        if (entry) return this.#entrust(entry);
        if (this.#books.reachable) await this.#sender.run();
        return this.#books.writeNow(write);
    }

    /** The server's answer, or null when there is none yet. A refusal comes back to whoever is still there to correct it. */
    async #entrust(entry) {
        const wasReachable = this.#books.reachable;
        const op = await this.#outbox.add({ ...entry, isAway: !wasReachable });
        if (!op) return null;
        this.#tellTrouble();
        const outcome = this.#outbox.asked(op.seq);
        this.#sender.run();
        const waits = this.#clock.later(wasReachable ? patience : 0);
        const { answer, stopped } = await Promise.race([outcome, waits.then(() => ({ later: true }))]);
        this.#outbox.settle(op.seq, {});
        if (stopped && !op.corrects) await this.#outbox.drop([op.seq]);
        if (stopped) throw new Problem(stopped.problem);
        if (answer === undefined) this.#tell("saved");
        return answer ?? null;
    }

    #tellTrouble() {
        if (this.#outbox.trouble) this.#tell("trouble");
    }

    #tell(type) {
        this.dispatchEvent(new Event(type));
    }
}

function later(milliseconds) {
    return new Promise((done) => setTimeout(done, milliseconds));
}

const lookedUp = { expense: "expenses", settlement: "settlements", schedule: "schedules" };

/** What the sender needs of the server: to send, to look, and to learn. */
export function exchangeThrough(books) {
    return {
        send: (op, body, headers) => books.ask(op.method, ledgerPath(op.ledger) + op.path, body ?? undefined, headers),
        look: async ({ ledger, kind, subject }) => {
            if (kind === "income") {
                const incomes = await books.all(`${ledgerPath(ledger)}/incomes`);
                return incomes.find(({ id }) => id === subject) ?? null;
            }
            return unlessGone(books.ask("GET", `${ledgerPath(ledger)}/${lookedUp[kind]}/${subject}`));
        },
        learn: (ledger, arrived) => unlessGone(books.learnOf(ledger, arrived)),
    };
}

async function unlessGone(asking) {
    try {
        return await asking;
    } catch (problem) {
        if (problem.status === 404) return null;
        throw problem;
    }
}
