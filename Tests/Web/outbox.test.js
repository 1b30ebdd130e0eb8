import assert from "node:assert/strict";
import { test } from "node:test";
import { backOff, entryFor, isHeldUp, nextToSend, outcomeOf, readWrite } from "../../Public/core/outbox.js";
import { meanwhile } from "../../Public/core/outbox-conflict.js";
import { Outbox } from "../../Public/outside/outbox.js";
import { OutboxSender } from "../../Public/outside/outbox-sender.js";
import { OutboxStore } from "../../Public/outside/outbox-store.js";
import { Problem } from "../../Public/outside/server.js";
import { Writing } from "../../Public/outside/writing.js";

/** A database with one store, in memory; `broken` is thrown by every use. */
function fakeDatabase() {
    const kept = new Map();
    let last = 0;
    const request = (result) => ({ result, addEventListener: (_, told) => told() });
    const store = {
        getAll: () => request([...kept.values()].map((one) => structuredClone(one))),
        add: (op) => request((kept.set(++last, { ...structuredClone(op), seq: last }), last)),
        put: (op) => request(kept.set(op.seq, structuredClone(op))),
        getKey: (seq) => request(kept.has(seq) ? seq : undefined),
        delete: (seq) => request(kept.delete(seq)),
    };
    const database = {
        kept,
        broken: null,
        strict: 0,
        async use(_name, mode, action, { strict = false } = {}) {
            if (database.broken && mode === "readwrite") throw database.broken;
            if (strict) database.strict += 1;
            const asked = action(store);
            return Array.isArray(asked) ? asked.map(({ result }) => result) : asked.result;
        },
    };
    return database;
}

/** An outbox with its sender; the server answers what `answer(op, headers)` says, and forgets nothing. */
async function begun({ answer = () => ({ revision: "r1" }), look = () => null, database = fakeDatabase() } = {}) {
    const sent = [];
    const outbox = new Outbox(new OutboxStore(database));
    await outbox.open("anna");
    const clock = { time: Date.parse("2026-11-22T12:00:00.000Z"), waits: [] };
    const exchange = {
        send: async (op, body, headers) => {
            sent.push({ path: op.path, body, headers });
            return await answer(op, headers, sent.length);
        },
        look: async (op) => await look(op),
        learn: async (_, arrived) => arrived(),
    };
    const sender = new OutboxSender(outbox, exchange, {
        now: () => clock.time,
        random: () => 0.5,
        later: (_, wait) => (clock.waits.push(wait), () => {}),
        locks: null,
        isVisible: () => true,
    });
    return { outbox, sender, sent, clock, database, exchange };
}

const put = (id, body = { title: "Bread" }, more = {}) => ({
    ...{ ledger: "L", method: "PUT", path: `/expenses/${id}`, body, recordedAt: "2026-11-22T11:00:00.000Z" },
    ...{ kind: "expense", subject: id, makes: true, base: null, before: null, follows: false, ...more },
});
const away = () => Promise.reject(new Problem({ code: "unreachable" }));
const refusal = (status, code = "no") => () => Promise.reject(new Problem({ status, code, detail: "No." }));

test("only what is harmless when repeated may wait", () => {
    for (
        const [method, path] of [["PUT", "/expenses/e"], ["DELETE", "/labels/l"], ["PATCH", ""], [
            "PUT",
            "/burden-ratio",
        ]]
    ) {
        assert.ok(readWrite(method, path), path);
    }
    for (const [method, path] of [["POST", "/sync"], ["POST", "/activity/e/undo"], ["POST", "/participants"]]) {
        assert.equal(readWrite(method, path), null, path);
    }
    assert.equal(readWrite("PUT", "/schedules/s?from=3"), null, "cut in two twice it would be three");
});

test("waits grow from a second to a minute", () => {
    assert.deepEqual([1, 2, 3, 9].map((attempt) => backOff(attempt, 0.5)), [1000, 2000, 4000, 60_000]);
    assert.ok(backOff(20, 1) <= 75_000 && backOff(1, 0) >= 750);
});

test("no answer, a fault of the server and too much at once stay; only a refusal in the server's own words is one", () => {
    const is = (status, code) => outcomeOf({ method: "PUT" }, new Problem({ status, code }));
    assert.deepEqual([is(0, "unreachable"), is(503, "x"), is(429, "x"), is(401, "x")], [
        "later",
        "later",
        "later",
        "signIn",
    ]);
    assert.deepEqual([is(422, "does-not-add-up"), is(412, "changed-meanwhile")], ["refused", "meanwhile"]);
    assert.equal(is(403, "status-403"), "later", "a hotel's sign-in page");
    assert.equal(is(200, "unreadable"), "later");
    assert.equal(outcomeOf({ method: "DELETE" }, new Problem({ status: 404, code: "not-found" })), "sent");
});

test("what is about the same thing, or about what was to be made, waits behind what stopped; all else goes on", () => {
    const person = {
        ledger: "L",
        kind: "participant",
        subject: "p",
        makes: true,
        path: "/participants/p",
        state: "refused",
    };
    const shared = { ...put("e1", { splitParticipantIds: ["p"] }), state: "waiting" };
    const later = { ...put("e1"), makes: false, state: "waiting" };
    const other = { ...put("e2"), state: "waiting" };
    assert.deepEqual([shared, other].map((op) => isHeldUp(op, [person])), [true, false]);
    assert.equal(isHeldUp(later, [person, shared]), true, "what follows the one that waits");
    assert.equal(nextToSend([person, shared, later, other]), other);
    assert.equal(isHeldUp(shared, [{ ...person, makes: false }]), false, "a person who is there is only not renamed");
});

test("an entry knows what it was based on", () => {
    const known = { id: "e", revision: "r7", title: "Bread" };
    const snapshot = { ledger: { participants: [], labels: [] }, expenses: [known] };
    const edit = { ledger: "L", method: "PUT", path: "/expenses/e", body: {}, recordedAt: "x" };
    const first = entryFor(edit, snapshot, []);
    assert.deepEqual([first.base, first.makes, first.follows, first.before], ["r7", false, false, known]);
    const second = entryFor(edit, snapshot, [{ ...first, seq: 1 }]);
    assert.deepEqual([second.base, second.follows], [null, true]);
    assert.equal(entryFor({ ...edit, path: "/expenses/new" }, snapshot, []).makes, true);
    assert.equal(entryFor({ ...edit, path: "/expenses/e?revive=true" }, snapshot, []).base, null);
});

test("sent in order, each with its condition and its own time, and gone when their results are known", async () => {
    const { outbox, sender, sent, database } = await begun();
    await outbox.add(put("a"));
    await outbox.add(put("b", {}, { makes: false, base: "r0" }));
    await outbox.add(put("b", { title: "Rolls" }, { makes: false, follows: true }));
    assert.equal(database.strict, 3, "on the disk before anybody is told");
    await sender.run();
    assert.deepEqual(sent.map(({ headers }) => headers), [{ "If-None-Match": "*" }, { "If-Match": '"r0"' }, {
        "If-Match": '"r1"',
    }]);
    assert.ok(sent.every(({ body }) => body.recordedAt === "2026-11-22T11:00:00.000Z"));
    assert.deepEqual([outbox.ops, database.kept.size], [[], 0]);
});

test("what is entered while the result of the last is learned goes too, and whoever asked waits for it", async () => {
    let learned = () => {};
    const { outbox, sender, sent, exchange } = await begun();
    exchange.learn = async (_, arrived) => {
        await learned();
        arrived();
    };
    await outbox.add(put("a"));
    let second = null;
    learned = async () => {
        learned = () => {};
        await outbox.add(put("b"));
        second = sender.run();
    };
    await sender.run();
    await second;
    assert.deepEqual([sent.map(({ path }) => path), outbox.ops], [["/expenses/a", "/expenses/b"], []]);
    const afterwards = sender.run();
    await outbox.add(put("c"));
    await sender.run();
    await afterwards;
    assert.deepEqual([sent.length, outbox.ops], [3, []]);
});

test("without the server everything stays and is tried later, at the server's wish if it names one", async () => {
    const { outbox, sender, sent, clock } = await begun({ answer: away });
    await outbox.add(put("a"));
    await outbox.add(put("b"));
    await sender.run();
    await sender.run();
    assert.deepEqual([sent.length, clock.waits, outbox.ops.length], [2, [1000, 2000], 2]);
    const busy = await begun({
        answer: () => Promise.reject(new Problem({ status: 429, code: "slow", retryAfter: 30 })),
    });
    await busy.outbox.add(put("a"));
    await busy.sender.run();
    assert.deepEqual(busy.clock.waits, [30_000]);
});

test("a refused write keeps its reason and its place; the others go on", async () => {
    const { outbox, sender, sent } = await begun({ answer: (op) => op.subject === "a" ? refusal(422)() : {} });
    for (const id of ["a", "a", "b"]) await outbox.add(put(id));
    await sender.run();
    assert.deepEqual(sent.map(({ path }) => path), ["/expenses/a", "/expenses/b"]);
    assert.deepEqual(outbox.ops.map(({ subject, state, problem }) => [subject, state, problem?.detail]), [
        ["a", "refused", "No."],
        ["a", "waiting", undefined],
    ]);
});

test("corrected it goes again in its old place, and takes with it what was held up behind it", async () => {
    let isRefused = true;
    const { outbox, sender } = await begun({ answer: () => isRefused ? refusal(422)() : {} });
    await outbox.add(put("a", { title: "Bread", amount: "x" }));
    await sender.run();
    isRefused = false;
    const op = await outbox.add(put("a", { title: "Bread", amount: "3" }));
    assert.deepEqual([op.seq, op.state, op.body.amount, op.makes], [1, "waiting", "3", true]);
    await sender.run();
    assert.equal(outbox.ops.length, 0);
});

test("an answer that was lost is found out: the server has what was wanted", async () => {
    const now = { id: "a", title: "Bread", revision: "r9" };
    const changed = refusal(412, "changed-meanwhile");
    const edit = await begun({ answer: changed, look: () => now });
    await edit.outbox.add(put("a", { title: "Bread" }, { makes: false, base: "r1", before: { title: "Brot" } }));
    await edit.sender.run();
    assert.equal(edit.outbox.ops.length, 0);
    const making = await begun({ answer: refusal(412, "already-there"), look: () => ({ ...now, title: "Rolls" }) });
    await making.outbox.add(put("a"));
    await making.sender.run();
    assert.equal(making.outbox.ops.length, 0, "somebody else has changed it since");
});

test("somebody else's change is a conflict, until one insists or lets it go", async () => {
    const theirs = { id: "a", title: "Rolls", amount: "18.00", revision: "r9" };
    const answer = (_, headers) =>
        headers["If-Match"] === '"r9"' ? { revision: "r10" } : refusal(412, "changed-meanwhile")();
    const edit = put("a", { title: "Rolls", amount: "20" }, {
        makes: false,
        base: "r1",
        before: { title: "Rolls", amount: "10.00" },
    });
    const { outbox, sender, sent } = await begun({ answer, look: () => theirs });
    const { seq } = await outbox.add(edit);
    await sender.run();
    assert.deepEqual([outbox.ops[0].state, outbox.ops[0].changes.map(({ field, after }) => [field, after])], [
        "conflict",
        [["amount", "18.00"]],
    ]);
    await outbox.insist(seq, "2026-11-22T12:00:00.000Z");
    await sender.run();
    assert.deepEqual([outbox.ops.length, sent.at(-1).headers], [0, { "If-Match": '"r9"' }]);
});

test("a change that touched nothing of what was seen is no conflict", async () => {
    const answer = (_, headers) => headers["If-Match"] === '"r9"' ? {} : refusal(412, "changed-meanwhile")();
    const before = { title: "Bread", amount: "3.00" };
    const { outbox, sender } = await begun({ answer, look: () => ({ ...before, revision: "r9" }) });
    await outbox.add(put("a", { title: "Rolls", amount: "3" }, { makes: false, base: "r1", before }));
    await sender.run();
    assert.equal(outbox.ops.length, 0);
});

test("deleted meanwhile: made anew if one insists", async () => {
    const answer = (op) => op.path.endsWith("?revive=true") ? {} : refusal(409, "deleted-meanwhile")();
    const { outbox, sender, sent } = await begun({ answer });
    const { seq } = await outbox.add(put("a", { title: "Rolls" }, { makes: false, base: "r1", before: {} }));
    await sender.run();
    assert.deepEqual([outbox.ops[0].state, outbox.ops[0].theirs], ["conflict", null]);
    await outbox.insist(seq, "2026-11-22T12:00:00.000Z");
    await sender.run();
    assert.deepEqual([outbox.ops.length, sent.at(-1).path, sent.at(-1).headers], [0, "/expenses/a?revive=true", {}]);
});

test("in which order people take part is no change", () => {
    const op = { kind: "expense", method: "PUT", body: { title: "Rolls" } };
    const [before, now] = [["a", "b"], ["b", "a"]].map((splitParticipantIds) => ({
        title: "Bread",
        splitParticipantIds,
    }));
    assert.deepEqual(meanwhile(op, before, now), { is: "same" });
    assert.equal(meanwhile(op, before, { ...now, splitParticipantIds: ["b"] }).is, "changed");
});

test("deleting what is gone already is done", () => {
    assert.deepEqual(meanwhile({ method: "DELETE" }, {}, null), { is: "done" });
    assert.deepEqual(meanwhile({ method: "PUT", body: {} }, {}, null), { is: "gone" });
});

test("what one account left here is neither shown nor sent for another", async () => {
    const { outbox, sender, sent } = await begun();
    await outbox.add(put("a"));
    await outbox.open("ben");
    await sender.run();
    assert.deepEqual([outbox.ops, sent, await outbox.countAll()], [[], [], 1]);
    await outbox.open("anna");
    await sender.run();
    assert.equal(sent.length, 1);
});

test("what was sent leaves only when its result is known here, also after a restart in between", async () => {
    const database = fakeDatabase();
    const first = await begun({ database });
    first.sender.run = first.sender.run.bind(first.sender);
    const broken = await begun({ database, answer: () => ({}) });
    await broken.outbox.add(put("a"));
    const blocked = new OutboxSender(broken.outbox, {
        send: async () => ({}),
        learn: () => away(),
    }, { now: () => 0, random: () => 0.5, later: () => () => {}, locks: null, isVisible: () => true });
    await blocked.run();
    assert.deepEqual([...database.kept.values()].map(({ sent }) => sent), [true]);
    await first.outbox.load();
    await first.sender.run();
    assert.deepEqual([first.sent.length, database.kept.size], [0, 0], "it is not sent again");
});

test("when the device is full, or has no database, it says so, and the open page still sends", async () => {
    const database = fakeDatabase();
    const { outbox, sender, sent } = await begun({ database });
    database.broken = new DOMException("", "QuotaExceededError");
    await outbox.add(put("a"));
    assert.deepEqual([outbox.trouble, outbox.ops.length, database.kept.size], ["full", 1, 0]);
    await sender.run();
    assert.deepEqual([sent.length, outbox.ops.length], [1, 0]);
    database.broken = new DOMException("", "InvalidStateError");
    await outbox.add(put("b"));
    assert.equal(outbox.trouble, "none");
});

/** A form's side of it. */
async function writingWith(how, reachable = true) {
    const begunOne = await begun(how);
    const books = { reachable, told: () => null, writeNow: async (write) => ({ now: write.path }) };
    const writing = new Writing(books, begunOne.outbox, begunOne.sender, {
        now: () => new Date(begunOne.clock.time),
        later: (wait) => new Promise((done) => setTimeout(done, wait > 0 ? 200 : 0)),
    });
    const told = [];
    for (const type of ["saved", "trouble"]) writing.addEventListener(type, () => told.push(type));
    return { ...begunOne, writing, told };
}

test("who writes is told the server's answer, or a refusal to correct in the form", async () => {
    const fine = await writingWith({});
    assert.deepEqual(await fine.writing.write({ ledger: "L", method: "PUT", path: "/expenses/e", body: {} }), {
        revision: "r1",
    });
    const refused = await writingWith({ answer: refusal(422, "text-empty") });
    await assert.rejects(refused.writing.write({ ledger: "L", method: "PUT", path: "/expenses/e", body: {} }), {
        code: "text-empty",
    });
    assert.deepEqual([refused.outbox.ops, refused.told], [[], []], "it is in the form, and nowhere else");
});

test("without the server who writes is told at once that it is saved on this device", async () => {
    const { writing, outbox, told } = await writingWith({ answer: away });
    assert.equal(await writing.write({ ledger: "L", method: "PUT", path: "/expenses/e", body: {} }), null);
    assert.deepEqual([told, outbox.ops.length], [["saved"], 1]);
});

test("what can not wait is asked of the server now", async () => {
    const { writing } = await writingWith({});
    assert.deepEqual(await writing.write({ ledger: "L", method: "POST", path: "/sync" }), { now: "/sync" });
});
