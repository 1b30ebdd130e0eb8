import assert from "node:assert/strict";
import { test } from "node:test";
import { Balances } from "../../Public/core/balances.js";
import { Ledger, readOnce } from "../../Public/core/ledger.js";
import { withChanges } from "../../Public/core/snapshot.js";
import { LedgerShelf } from "../../Public/outside/ledger-shelf.js";
import { fakeShelf } from "./fakes/shelf.js";

const people = ["anna", "ben", "cleo"];

function expense(n, more = {}) {
    const month = String(1 + (n % 12)).padStart(2, "0");
    return {
        ...{ id: `e${n}`, title: `Number ${n}`, amount: `${n}.${String(n % 100).padStart(2, "0")}`, labelIds: [] },
        ...{ executionDate: `2026-${month}-01`, payerId: people[n % 3], splitParticipantIds: people },
        ...{ createdAt: `2026-12-01T00:00:${String(n % 60).padStart(2, "0")}.000Z`, ...more },
    };
}

function snapshot(count = 60) {
    const participants = people.map((id) => ({ id, name: id }));
    const settlements = [{ id: "s", fromParticipantId: "anna", toParticipantId: "ben", amount: "3.00", createdAt: "" }];
    return {
        ...{ revision: 1, day: "2026-12-01", settlements, categories: [] },
        expenses: Array.from({ length: count }, (_, n) => expense(n + 1)),
        ledger: { id: "L", minorDigits: 2, myParticipantId: "anna", participants, labels: [], revision: 1 },
    };
}

const keep = (kept, whole) => kept.keep("L", whole, new Ledger(whole).glimpse);
const byId = (a, b) => (a.id < b.id ? -1 : 1);
const sorted = ({ expenses, ...rest }) => ({ ...rest, expenses: expenses.toSorted(byId) });

/** The same with these expenses as the server would tell of them. */
function changed(whole, expenses, deletedExpenseIds = []) {
    const { ledger, revision } = whole;
    const news = { revision: revision + 1, ledger, expenses, settlements: [], deletedSettlementIds: [] };
    return withChanges(whole, { ...news, deletedExpenseIds, settlements: [] });
}

test("what is kept is what comes back, with what is reckoned from it", async () => {
    const shelf = fakeShelf();
    const whole = snapshot();
    await keep(new LedgerShelf(shelf), whole);
    const { snapshot: read, reckoned } = await new LedgerShelf(shelf).read("L");
    assert.deepEqual(sorted(read), sorted(whole));
    assert.deepEqual(reckoned.sums, new Ledger(whole).sums);
    assert.equal(await new LedgerShelf(shelf).read("M"), undefined);
});

test("a change of one expense writes its month, the head and the glimpse, and nothing else", async () => {
    const shelf = fakeShelf();
    const kept = new LedgerShelf(shelf);
    const whole = snapshot();
    await keep(kept, whole);
    await keep(kept, changed(whole, [expense(5, { title: "Another" })]));
    assert.deepEqual(shelf.writes.at(-1), { keep: ["ledger L head", "glimpse L", "ledger L 2026-06"], remove: [] });
    const { snapshot: read } = await kept.read("L");
    assert.equal(read.expenses.find(({ id }) => id === "e5").title, "Another");
    await keep(kept, changed(read, [expense(6, { title: "Third" })]));
    assert.deepEqual(shelf.writes.at(-1).keep.length, 3, "what was read is known");
});

test("a month of which nothing is left is removed", async () => {
    const shelf = fakeShelf();
    const kept = new LedgerShelf(shelf);
    const whole = snapshot(3);
    await keep(kept, whole);
    await keep(kept, changed(whole, [], ["e2"]));
    assert.deepEqual(shelf.writes.at(-1).remove, ["ledger L 2026-03"]);
    await kept.remove("L");
    assert.equal(shelf.kept.size, 0);
});

test("after another page has written everything is written again, and nothing of the other stays", async () => {
    const shelf = fakeShelf();
    const [mine, other] = [new LedgerShelf(shelf), new LedgerShelf(shelf)];
    const whole = snapshot(20);
    await keep(mine, whole);
    await keep(other, changed(whole, [expense(99, { executionDate: "2027-01-01" })]));
    const newer = changed(whole, [expense(7, { title: "Mine" })]);
    await keep(mine, newer);
    assert.deepEqual(sorted((await other.read("L")).snapshot), sorted(newer));
});

test("sums of another version than the entries are not believed", async () => {
    const shelf = fakeShelf();
    const kept = new LedgerShelf(shelf);
    await keep(kept, snapshot(4));
    shelf.kept.get("glimpse L").version = "older";
    assert.deepEqual((await kept.read("L")).reckoned, {});
});

test("the same expense on the wire is read once, and stays the same when others change", () => {
    const whole = snapshot(30);
    const before = new Ledger(whole);
    const after = new Ledger(changed(whole, [expense(5, { title: "Another" })]));
    const same = after.expenses.filter((one) => before.expenses.includes(one));
    assert.equal(same.length, 29);
    assert.equal(readOnce(whole.expenses[0], 2), before.expense("e1"));
});

test("positions are those of the balances", () => {
    const { positions, actual, settlements } = new Ledger(snapshot());
    const expected = new Balances(actual, settlements).positions(people);
    assert.deepEqual(positions, expected);
});
