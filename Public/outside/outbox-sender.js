// Sends what waits, in order and one at a time, for as long as the server answers.

import { storageName } from "../core/root-path.js";
import { backOff, isSame, nextToSend, outcomeOf, readWrite } from "../core/outbox.js";
import { meanwhile } from "../core/outbox-conflict.js";

const turn = `${storageName} outbox`;
/** So many are sent before what came of them is learned. */
const atOnce = 25;
/** What goes at once is stamped by the server, whose clock is the better one; what is older has its own time. */
const stampAfter = 5000;
/** Another tab that holds the turn so long is asleep: sending twice is harmless. */
const patienceForTurn = 8000;

export class OutboxSender {
    #outbox;
    #exchange;
    #around;
    #running = null;
    #isWanted = false;
    #attempts = 0;
    #timer = null;
    #waitingSince = null;

    /**
     * `exchange`: `send(op, body, headers)`, `look(op)` for the item as the server has it, null when it is gone, and
     * `learn(ledger, drop)`, which calls `drop` when what came of the sent writes is known, and answers when that is kept.
     * `around`: `now()`, `random()`, `later(work, ms)` answering a way to call it off, `locks` and `isVisible()`.
     */
    constructor(outbox, exchange, around) {
        this.#outbox = outbox;
        this.#exchange = exchange;
        this.#around = around;
    }

    /** Tries now. Answers when there is nothing left to send, or no sense in going on. */
    run() {
        this.#timer?.();
        this.#isWanted = true;
        return (this.#running ??= this.#whileWanted());
    }

    /** What came while the results of the last were learned is not seen by those who looked before. */
    async #whileWanted() {
        try {
            while (this.#isWanted) {
                this.#isWanted = false;
                await this.#inTurn();
            }
        } finally {
            this.#running = null;
        }
    }

    /** One tab at a time, where the browser can tell. */
    async #inTurn() {
        const { locks, now } = this.#around;
        if (!locks) return this.#go();
        const isOverdue = this.#waitingSince !== null && now() - this.#waitingSince > patienceForTurn;
        await locks.request(turn, isOverdue ? { steal: true } : { ifAvailable: true }, async (lock) => {
            if (lock) {
                this.#waitingSince = null;
                return this.#go();
            }
            this.#waitingSince ??= now();
            this.#again(1500);
        }).catch(() => {});
    }

    async #go() {
        for (let sent = 0;; sent++) {
            await this.#outbox.load();
            const op = this.#outbox.account && nextToSend(this.#outbox.ops);
            const isGoingOn = op ? await this.#attempt(op) : false;
            if (isGoingOn && sent % atOnce < atOnce - 1) continue;
            const isLearned = await this.#finish();
            if (isGoingOn && isLearned) continue;
            if (op || !isLearned) this.#tryLater();
            return;
        }
    }

    /** Whether it makes sense to go on with the next. */
    async #attempt(op) {
        const [answer, problem] = await this.#outcome(this.#exchange.send(op, this.#bodyOf(op), conditionOf(op)));
        const outcome = outcomeOf(op, problem);
        if (outcome === "later" || outcome === "signIn") return this.#put(op, problem);
        this.#attempts = 0;
        if (outcome === "sent") await this.#sent(op, answer);
        else if (outcome === "refused") await this.#stop(op, "refused", { problem: plain(problem) });
        else return this.#resolve(op, problem);
        return true;
    }

    async #put(op, { retryAfter }) {
        this.retryAfter = retryAfter;
        this.#outbox.settle(op.seq, { later: true });
        await this.#outbox.put([{ ...op, attempts: (op.attempts ?? 0) + 1 }]);
        return false;
    }

    async #outcome(asking) {
        try {
            return [await asking, null];
        } catch (problem) {
            if (!("code" in problem)) throw problem;
            return [null, problem];
        }
    }

    #bodyOf({ method, path, body, recordedAt, isAway, attempts }) {
        const isOld = isAway || attempts > 0 || this.#around.now() - Date.parse(recordedAt) > stampAfter;
        return isOld && readWrite(method, path).isStamped ? { ...body, recordedAt } : body;
    }

    /** It stays until its result is known here. What comes after it of the same thing is based on what came of it. */
    async #sent(op, answer) {
        const revision = answer?.revision;
        const next = this.#outbox.ops.find((one) => one.seq > op.seq && isSame(one, op) && one.follows);
        const based = next && revision ? [{ ...next, follows: false, base: revision, before: answer }] : [];
        this.answers.set(op.seq, answer ?? null);
        await this.#outbox.put([{ ...op, sent: true, state: "waiting" }, ...based]);
    }

    answers = new Map();

    async #stop(op, state, why) {
        const stopped = { ...op, ...why, state };
        if (!this.#outbox.isAsked(op.seq)) return this.#outbox.put([stopped]);
        this.#outbox.settle(op.seq, { stopped });
        // What was refused once is in nobody's form alone.
        if (op.corrects) return this.#outbox.put([stopped]);
        await this.#outbox.drop([op.seq]);
    }

    /** Somebody changed or deleted it meanwhile, or this very write did and its answer was lost. */
    async #resolve(op, problem) {
        const [now, trouble] = await this.#outcome(this.#exchange.look(op));
        if (trouble) return this.#put(op, trouble);
        const found = op.makes && now ? { is: "done" } : meanwhile(op, op.before, now);
        if (found.is === "done") await this.#sent(op, now);
        else if (found.is === "same") await this.#outbox.put([{ ...op, base: now.revision, before: now }]);
        else await this.#stop(op, "conflict", { problem: plain(problem), theirs: now, changes: found.changes ?? null });
        return true;
    }

    /** Whether everything that was sent is known here now. */
    async #finish() {
        const sent = this.#outbox.ops.filter((op) => op.sent);
        const [, problem] = await this.#outcome(
            Promise.all([...new Set(sent.map(({ ledger }) => ledger))].map((ledger) => {
                const seqs = sent.filter((op) => op.ledger === ledger).map(({ seq }) => seq);
                return this.#learn(ledger, seqs);
            })),
        );
        return !problem;
    }

    async #learn(ledger, seqs) {
        await this.#exchange.learn(ledger, () => this.#outbox.hide(seqs));
        await this.#outbox.drop(seqs);
        for (const seq of seqs) {
            this.#outbox.settle(seq, { answer: this.answers.get(seq) ?? null });
            this.answers.delete(seq);
        }
    }

    #tryLater() {
        this.#attempts += 1;
        const wanted = backOff(this.#attempts, this.#around.random());
        this.#again(Math.max(wanted, (this.retryAfter ?? 0) * 1000));
        this.retryAfter = null;
    }

    /** Only while somebody looks; who comes back tries at once. */
    #again(milliseconds) {
        this.#timer?.();
        this.#timer = this.#around.later(() => this.#around.isVisible() && this.run(), milliseconds);
    }
}

/** Only when it still is what the change was based on; only when it is not there yet. */
function conditionOf(op) {
    if (!readWrite(op.method, op.path).isConditional) return {};
    if (op.base) return { "If-Match": `"${op.base}"` };
    return op.makes ? { "If-None-Match": "*" } : {};
}

/** What a refusal says, as it can be kept. */
function plain({ status, code, detail, errors }) {
    return { status, code, detail, errors };
}
