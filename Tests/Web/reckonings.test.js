// What the server reckons is kept, shown at once, and asked for anew when the ledger has changed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Reckonings } from "../../Public/outside/reckonings.js";

class FakeBooks extends EventTarget {
    asked = [];
    amount = "1.00";
    problem = null;
    ledgers = new Set(["home"]);

    opened(id) {
        return this.ledgers.has(id) ? {} : null;
    }

    async ask(method, path) {
        this.asked.push(`${method} ${path}`);
        if (this.problem) throw this.problem;
        return { amount: this.amount };
    }

    tell(type, detail) {
        this.dispatchEvent(Object.assign(new Event(type), { detail }));
    }
}

class FakeShelf {
    kept = new Map();
    read = async (key) => this.kept.get(key);
    keep = async (key, value) => this.kept.set(key, value);
    remove = async (key) => this.kept.delete(key);
}

function begin() {
    const [books, shelf] = [new FakeBooks(), new FakeShelf()];
    const reckonings = new Reckonings(books, shelf);
    const told = [];
    reckonings.addEventListener("change", () => told.push("change"));
    return { books, shelf, reckonings, told, home: { id: "home", revision: 1, minorDigits: 2 } };
}

const settled = () => new Promise((done) => setTimeout(done, 0));

test("what is known is answered at once and not asked for again while the ledger is as it was", async () => {
    const { books, reckonings, home, told } = begin();
    assert.equal(reckonings.get({ ...home, id: "other" }, "/budgets"), null);
    await reckonings.open(home, ["/budgets"]);
    await reckonings.open(home, ["/budgets"]);
    assert.deepEqual(reckonings.get(home, "/budgets"), { amount: 100n });
    await settled();
    assert.equal(books.asked.filter((one) => one === "GET /ledgers/home/budgets").length, 1);
    assert.equal(told.length, 2);
});

test("when the ledger has changed the old answer stands until the new one is told, once", async () => {
    const { books, reckonings, home, told } = begin();
    await reckonings.open(home, ["/budgets"]);
    books.amount = "2.00";
    const changed = { ...home, revision: 2 };
    assert.deepEqual(reckonings.get(changed, "/budgets"), { amount: 100n });
    assert.deepEqual(reckonings.get(changed, "/budgets"), { amount: 100n });
    await settled();
    assert.deepEqual(reckonings.get(changed, "/budgets"), { amount: 200n });
    assert.equal(books.asked.length, 2);
    assert.equal(told.length, 2);
});

test("an answer that says the same tells nothing", async () => {
    const { reckonings, home, told } = begin();
    await reckonings.open(home, ["/budgets"]);
    reckonings.get({ ...home, revision: 2 }, "/budgets");
    await settled();
    assert.equal(told.length, 1);
});

test("without the server what was last known is there, also after a new start; a refusal is no silence", async () => {
    const { books, shelf, reckonings, home } = begin();
    await reckonings.open(home, ["/budgets"]);
    books.problem = Object.assign(new Error(), { isUnreachable: true });
    const later = new Reckonings(books, shelf);
    await later.open(home, ["/budgets", "/alerts"]);
    assert.deepEqual(later.get(home, "/budgets"), { amount: 100n });
    assert.equal(later.get(home, "/alerts"), null);
    books.problem = Object.assign(new Error(), { isUnreachable: false });
    await assert.rejects(later.open(home, ["/variance"]));
});

test("of what was last known it is known since when, the oldest of it first, also after a new start", async () => {
    const { books, shelf, home } = begin();
    const days = ["2026-11-20", "2026-11-21", "2026-11-22"];
    const reckonings = new Reckonings(books, shelf, () => days.shift());
    assert.equal(reckonings.since(home, ["/budgets"]), null);
    await reckonings.open(home, ["/budgets"]);
    await reckonings.open(home, ["/alerts"]);
    assert.equal(reckonings.since(home, ["/alerts"]), "2026-11-21");
    const later = new Reckonings(books, shelf);
    await later.open(home, ["/alerts"]);
    assert.equal(later.since(home, ["/alerts", "/budgets", "/variance"]), "2026-11-20");
});

test("signing out and losing a ledger leave nothing behind", async () => {
    const { books, shelf, reckonings, home } = begin();
    await reckonings.open(home, ["/budgets"]);
    books.ledgers.delete("home");
    books.tell("change", { ledgerId: "home" });
    assert.equal(shelf.kept.size, 0);
    books.problem = Object.assign(new Error(), { isUnreachable: true });
    assert.equal(reckonings.get(home, "/budgets"), null);
});
