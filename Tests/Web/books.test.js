import assert from "node:assert/strict";
import { test } from "node:test";
import { Books } from "../../Public/outside/books.js";
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

function fakeShelf(kept = new Map()) {
    return {
        kept,
        read: async (key) => kept.get(key),
        keep: async (key, value) => void kept.set(key, value),
        remove: async (key) => void kept.delete(key),
        clear: async () => kept.clear(),
    };
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
    const shelf = fakeShelf(new Map([["ledger L", snapshot(3)], ["me", { account: { name: "Anna" } }]]));
    const books = new Books(fakeServer({}).server, shelf);
    await books.start();
    assert.equal(books.me.account.name, "Anna");
    assert.equal((await books.open("L")).name, "Flat");
    assert.equal(books.reachable, false);
});

test("a write answers when the ledger shows it", async () => {
    const expense = {
        id: "e",
        title: "Bread",
        amount: "3.00",
        executionDate: "2026-05-14",
        payerId: "anna",
        splitParticipantIds: ["anna"],
        labelIds: [],
        createdAt: "2026-05-14T10:00:00.000Z",
    };
    let written = false;
    const { server } = fakeServer({
        "GET /ledgers/L/snapshot": () => ({
            json: snapshot(written ? 2 : 1, written ? [expense] : []),
            tag: written ? '"2"' : '"1"',
        }),
        "PUT /ledgers/L/expenses/e": () => {
            written = true;
            return { status: 201, json: expense };
        },
    });
    const books = new Books(server, fakeShelf());
    await books.open("L");
    await books.write("L", "PUT", "/expenses/e", { title: "Bread" });
    assert.equal(books.opened("L").expense("e").amount, 300n);
});

test("who was never signed in here is not asked for: no answer of the server is an error", async () => {
    const books = new Books(
        fakeServer({ "GET /setup": { json: { needed: false, signedIn: false } } }).server,
        fakeShelf(),
    );
    await books.start();
    assert.equal(books.me, null);
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
