import assert from "node:assert/strict";
import { test } from "node:test";
import { Ledger } from "../../Public/core/ledger.js";
import { Books } from "../../Public/outside/books.js";
import { withChanges } from "../../Public/core/snapshot.js";
import { LedgerShelf } from "../../Public/outside/ledger-shelf.js";
import { fakeShelf } from "./fakes/shelf.js";
import { newId } from "../../Public/outside/dice.js";
import { Problem, Server } from "../../Public/outside/server.js";

const snapshot = (revision, expenses = []) => ({
    revision,
    expenses,
    settlements: [],
    ledger: {
        id: "L",
        name: "Flat",
        currency: "EUR",
        minorDigits: 2,
        myParticipantId: "anna",
        participants: [{ id: "anna", name: "Anna" }],
        labels: [],
        revision,
    },
});

const changes = (revision, expenses = [], deletedExpenseIds = []) => ({
    ...snapshot(revision, expenses),
    deletedExpenseIds,
    deletedSettlementIds: [],
});

const bread = (id, title = "Bread") => ({
    id,
    title,
    amount: "3.00",
    executionDate: "2026-05-14",
    payerId: "anna",
    splitParticipantIds: ["anna"],
    labelIds: [],
    createdAt: "2026-05-14T10:00:00.000Z",
});

/** A server that answers from a table of "METHOD path" and notes what it was asked. */
function fakeServer(answers) {
    const asked = [];
    const fetch = async (address, { method, headers, body }) => {
        const key = `${method} ${address.replace("/api/v1", "")}`;
        asked.push({ key, headers, body: body && JSON.parse(body) });
        const answer = typeof answers[key] === "function" ? answers[key](headers) : answers[key];
        if (!answer) throw new TypeError("Failed to fetch");
        const { status = 200, json = null, tag } = answer;
        return new Response(status === 204 || status === 304 ? null : JSON.stringify(json), {
            status,
            headers: tag ? { ETag: tag } : {},
        });
    };
    return { server: new Server(fetch), asked };
}

test("a problem of the server arrives with its code, its sentence and its fields", async () => {
    const { server } = fakeServer({
        "POST /x": {
            status: 422,
            json: { code: "invalid", detail: "No.", errors: [{ field: "name", code: "empty", message: "Name it." }] },
        },
    });
    await assert.rejects(
        server.send("POST", "/x", { a: 1 }),
        (problem) =>
            problem instanceof Problem && problem.status === 422 && problem.code === "invalid" &&
            problem.errors[0].field === "name",
    );
});

test("a server that does not answer is unreachable, one that talks nonsense is unreadable", async () => {
    await assert.rejects(fakeServer({}).server.send("GET", "/x"), (problem) => problem.isUnreachable);
    const nonsense = new Server(async () => new Response("<html>", { status: 200 }));
    await assert.rejects(nonsense.send("GET", "/x"), { code: "unreadable" });
    const broken = new Server(async () => new Response("<html>", { status: 502 }));
    await assert.rejects(broken.send("GET", "/x"), { code: "status-502", status: 502 });
});

/** Puts a ledger on the shelf, as a page before this one did. */
function keep(shelf, whole) {
    return new LedgerShelf(shelf).keep("L", whole, new Ledger(whole).glimpse);
}

test("a ledger is asked for anew only if it changed", async () => {
    const { server, asked } = fakeServer({
        "GET /ledgers/L/snapshot": (
            headers,
        ) => (headers["If-None-Match"] === '"1"' ? { status: 304 } : { json: snapshot(1), tag: '"1"' }),
    });
    const books = new Books(server, fakeShelf());
    let told = 0;
    books.addEventListener("change", () => {
        told += 1;
    });
    const first = await books.open("L");
    assert.equal(await books.refresh("L"), first);
    assert.deepEqual([asked.length, told], [2, 1]);
});

test("without the server a ledger is shown as it was last known", async () => {
    const shelf = fakeShelf(new Map([["me", { account: { name: "Anna" } }]]));
    await keep(shelf, snapshot(3));
    const books = new Books(fakeServer({}).server, shelf);
    await books.start();
    assert.equal(books.me.account.name, "Anna");
    assert.equal((await books.open("L")).name, "Flat");
    assert.equal(books.reachable, false);
});

test("a write answers when the ledger shows it", async () => {
    const expense = bread("e");
    let written = false;
    const { server, asked } = fakeServer({
        "GET /ledgers/L/snapshot": { json: snapshot(1), tag: '"1"' },
        "GET /ledgers/L/changes?since=1": () => ({ json: written ? changes(2, [expense]) : changes(1) }),
        "PUT /ledgers/L/expenses/e": () => {
            written = true;
            return { status: 201, json: expense };
        },
    });
    const books = new Books(server, fakeShelf());
    await books.open("L");
    await books.write("L", "PUT", "/expenses/e", { title: "Bread" });
    assert.equal(books.opened("L").expense("e").amount, 300n);
    assert.equal(asked.filter(({ key }) => key.endsWith("/snapshot")).length, 1, "the whole is read once");
});

test("what changed is applied to what is known: new, changed, gone; and kept for the time without a server", async () => {
    const { server } = fakeServer({
        "GET /ledgers/L/snapshot": { json: snapshot(3, [bread("a"), bread("b"), bread("c")]), tag: '"3"' },
        "GET /ledgers/L/changes?since=3": { json: changes(6, [bread("b", "Rolls"), bread("d")], ["c"]) },
    });
    const shelf = fakeShelf();
    const books = new Books(server, shelf);
    await books.open("L");
    await books.rung({ ledgerId: "L", revision: 6 });
    const titles = Object.fromEntries(books.opened("L").expenses.map(({ id, title }) => [id, title]));
    assert.deepEqual(titles, { a: "Bread", b: "Rolls", d: "Bread" });
    assert.equal(books.opened("L").revision, 6);
    const { snapshot: kept } = await new LedgerShelf(shelf).read("L");
    assert.deepEqual(kept.expenses.map(({ id }) => id).sort(), ["a", "b", "d"]);
});

test("a ring without a new entry tells what no entry tells: another format, say", async () => {
    const upgraded = { ...changes(3), ledger: { ...changes(3).ledger, schemaVersion: 2 } };
    const { server } = fakeServer({
        "GET /ledgers/L/snapshot": { json: snapshot(3, [bread("a")]), tag: '"3"' },
        "GET /ledgers/L/changes?since=3": { json: upgraded },
    });
    const books = new Books(server, fakeShelf());
    await books.open("L");
    await books.rung({ ledgerId: "L", revision: 3 });
    assert.deepEqual([books.opened("L").schemaVersion, books.opened("L").expenses.length], [2, 1]);
});

test("when the server never had the revision that is known, the whole is read again", async () => {
    let restored = false;
    const { server, asked } = fakeServer({
        "GET /ledgers/L/snapshot": (headers) => {
            const tag = restored ? '"2"' : '"9"';
            if (headers["If-None-Match"] === tag) return { status: 304 };
            return { json: restored ? snapshot(2, [bread("old")]) : snapshot(9, [bread("lost")]), tag };
        },
        "GET /ledgers/L/changes?since=9": { status: 409, json: { code: "unknown-revision" } },
    });
    const books = new Books(server, fakeShelf());
    await books.open("L");
    restored = true;
    await books.rung({ ledgerId: "L", revision: 2 });
    assert.deepEqual(books.opened("L").expenses.map(({ id }) => id), ["old"]);
    assert.equal(asked.length, 3);
});

test("a ledger that is open is asked for changes, and tells nothing when there are none", async () => {
    const { server, asked } = fakeServer({
        "GET /ledgers/L/snapshot": { json: snapshot(3), tag: '"3"' },
        "GET /ledgers/L/changes?since=3": { json: changes(3) },
    });
    const books = new Books(server, fakeShelf());
    const first = await books.open("L");
    books.addEventListener("change", () => assert.fail("nothing changed"));
    assert.equal(await books.open("L"), first);
    await books.catchUp("L");
    assert.equal(books.opened("L"), first);
    assert.equal(asked.filter(({ key }) => key.endsWith("/snapshot")).length, 1);
});

test("of two answers the older one changes nothing, in whatever order they come", async () => {
    const first = changes(4, [bread("a", "Rolls")]);
    const second = changes(5, [], ["a"]);
    const known = snapshot(3, [bread("a")]);
    for (const order of [[first, second], [second, first]]) {
        const { revision, expenses } = order.reduce(withChanges, known);
        assert.deepEqual([revision, expenses], [5, []]);
    }
});

test("who was never signed in here is not asked for: no answer of the server is an error", async () => {
    const books = new Books(
        fakeServer({ "GET /setup": { json: { needed: false, signedIn: false } } }).server,
        fakeShelf(),
    );
    await books.start();
    assert.equal(books.me, null);
});

test("who was signed in last time is known at once; the server is asked whether that still holds", async () => {
    const me = (name) => ({ account: { name } });
    const answers = { "GET /me": { json: me("Anne") } };
    const { server, asked } = fakeServer(answers);
    const books = new Books(server, fakeShelf(new Map([["me", me("Anna")]])));
    let told = 0;
    books.addEventListener("signedIn", () => {
        told += 1;
    });
    await books.start();
    assert.deepEqual([books.me, told], [me("Anna"), 1]);
    await new Promise(setImmediate);
    assert.deepEqual([books.me, told, asked.length], [me("Anne"), 1, 1]);
});

test("somebody else who signed in on this browser meanwhile gets a page of their own, and nothing that was kept for another", async () => {
    const me = (id) => ({ account: { id, name: id } });
    const shelf = fakeShelf(new Map([["me", me("anna")]]));
    await keep(shelf, snapshot(3, [bread("a")]));
    const answers = { "GET /me": { json: me("anna") } };
    const books = new Books(fakeServer(answers).server, shelf);
    let replaced = 0;
    books.addEventListener("replaced", () => {
        replaced += 1;
    });
    await books.start();
    assert.deepEqual([await books.confirm(), replaced], [true, 0]);
    answers["GET /me"] = { json: me("ben") };
    assert.deepEqual([await books.confirm(), replaced], [false, 1]);
    assert.deepEqual([...shelf.kept], [["me", me("ben")]]);
});

test("a session that ended elsewhere is found out about, though its ledgers could be shown already", async () => {
    const shelf = fakeShelf(new Map([["me", { account: { name: "Anna" } }]]));
    const answers = { "GET /me": { status: 401, json: { code: "sign-in" } } };
    const books = new Books(fakeServer(answers).server, shelf);
    const out = new Promise((done) => books.addEventListener("signedOut", done));
    await books.start();
    await out;
    assert.deepEqual([books.me, shelf.kept.size], [null, 0]);
});

test("a ledger that is kept is not read anew as a whole, only what changed since", async () => {
    const shelf = fakeShelf();
    await keep(shelf, snapshot(3, [bread("a")]));
    const { server, asked } = fakeServer({
        "GET /ledgers/L/changes?since=3": { json: changes(4, [bread("b")]) },
    });
    const books = new Books(server, shelf);
    const told = new Promise((done) => books.addEventListener("change", done));
    assert.equal((await books.open("L")).expenses.length, 1);
    await told;
    assert.equal(books.opened("L").expenses.length, 2);
    assert.deepEqual(asked.map(({ key }) => key), ["GET /ledgers/L/changes?since=3"]);
});

test("a glimpse shows the newest and the sums of all, until the whole has been read", async () => {
    const shelf = fakeShelf();
    const days = Array.from({ length: 40 }, (_, n) => ({ ...bread(`e${n}`), executionDate: `2026-05-${10 + n % 20}` }));
    await keep(shelf, snapshot(3, days));
    const books = new Books(fakeServer({}).server, shelf);
    const glimpse = await books.glimpse("L");
    assert.deepEqual([glimpse.expenses.length, glimpse.sums.count, glimpse.sums.total], [24, 40, 12_000n]);
    assert.equal(books.opened("L"), null);
    const told = new Promise((done) => books.addEventListener("change", done));
    await books.open("L");
    await told;
    assert.deepEqual([books.glimpsed("L"), books.opened("L").expenses.length], [books.opened("L"), 40]);
    assert.deepEqual(glimpse.expenses.map(({ id }) => id), books.opened("L").expenses.slice(0, 24).map(({ id }) => id));
});

test("what is kept of a ledger is told without reading all of it, unless something waits to be laid over it", async () => {
    const shelf = fakeShelf();
    await keep(shelf, snapshot(3, [bread("e1"), bread("e2")]));
    const books = new Books(fakeServer({}).server, shelf);
    const [me] = [...(await books.kept("L")).positions.keys()];
    assert.equal(books.opened("L"), null, "a glimpse is enough");
    assert.equal(await books.kept("never opened"), null);
    const [more] = snapshot(3, [{ ...bread("e3"), payerId: me }]).expenses;
    const waiting = Object.assign(new EventTarget(), {
        mark: () => "1",
        layOver: (_id, told) => ({ ...told, expenses: [...told.expenses, more] }),
    });
    const laid = await new Books(fakeServer({}).server, shelf, waiting).kept("L");
    assert.equal(laid.expenses.length, 3);
});

test("when the session has ended everything of it is forgotten", async () => {
    const shelf = fakeShelf();
    const answers = {
        "GET /setup": { json: { needed: false, signedIn: true } },
        "GET /me": { json: { account: { name: "Anna" } } },
        "GET /ledgers/L/snapshot": { json: snapshot(1) },
    };
    const books = new Books(fakeServer(answers).server, shelf);
    await books.start();
    await books.open("L");
    answers["GET /ledgers/L/snapshot"] = { status: 401, json: { code: "sign-in" } };
    let signedOut = false;
    books.addEventListener("signedOut", () => {
        signedOut = true;
    });
    await assert.rejects(books.refresh("L"), { status: 401 });
    assert.deepEqual([signedOut, books.me, books.opened("L"), shelf.kept.size], [true, null, null, 0]);
});

test("a list is read to its last page", async () => {
    const { server } = fakeServer({
        "GET /ledgers?limit=500": { json: { items: [1, 2], next: "a b" } },
        "GET /ledgers?limit=500&cursor=a%20b": { json: { items: [3], next: null } },
    });
    assert.deepEqual(await new Books(server, fakeShelf()).all("/ledgers"), [1, 2, 3]);
});

test("an id made here is a version 4 UUID, and another one each time", () => {
    const ids = new Set(Array.from({ length: 1000 }, newId));
    assert.equal(ids.size, 1000);
    for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("how a ledger stands with its folder is learned without reading its entries, and told only when it is news", async () => {
    let sync = { state: "syncing", pendingEvents: 1, problem: null };
    const { server, asked } = fakeServer({
        "GET /ledgers/L/snapshot": { json: snapshot(1, [bread("a")]), tag: '"1"' },
        "GET /ledgers/L/sync": () => ({ json: sync }),
    });
    const books = new Books(server, fakeShelf());
    await books.open("L");
    let told = 0;
    books.addEventListener("change", () => {
        told += 1;
    });
    await books.learnSync("L");
    await books.learnSync("L");
    assert.deepEqual([books.opened("L").sync.pendingEvents, told], [1, 1]);
    sync = { state: "inSync", pendingEvents: 0, problem: null };
    await books.learnSync("L");
    assert.deepEqual([books.opened("L").sync.state, books.opened("L").expenses.length, told], ["inSync", 1, 2]);
    assert.equal(asked.filter(({ key }) => key.endsWith("/snapshot")).length, 1);
});
