import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Ledger } from "../../Public/core/ledger.js";
import { overlay } from "../../Public/core/overlay.js";

const recorded = JSON.parse(readFileSync(new URL("recorded/overlay.json", import.meta.url), "utf8"));

/** What people see of it: without what only the server can name. */
function plain({ expenses, settlements, categories, ledger }) {
    const bare = ({ revision: _revision, waiting: _waiting, devices: _devices, claimed: _claimed, ...rest }) => rest;
    const byId = (list) => Object.fromEntries(list.map((one) => [one.id, bare(one)]));
    const { name, myBalance, participants, labels } = ledger;
    return {
        ...{ name, myBalance, participants: participants.map(bare), labels: labels.map(bare) },
        ...{ expenses: byId(expenses), settlements: byId(settlements), categories: byId(categories) },
    };
}

const base = recorded.before;
const write = (kind, subject, method, body, more = {}) => ({
    ...{ kind, subject, method, body, path: `/${kind}s/${subject}`, seq: 1, state: "waiting", attempts: 1 },
    recordedAt: "2026-11-22T12:00:00.000Z",
    ...more,
});
const people = base.ledger.participants.map(({ id }) => id);
const bread = {
    title: " Bread ",
    amount: "10",
    payerId: people[0],
    splitParticipantIds: people,
    executionDate: "2026-11-20",
};

test("recorded: what waits, laid over the books, is what the server told after it was sent", () => {
    assert.equal(recorded.writes.length, 40);
    assert.deepEqual(plain(overlay(recorded.before, recorded.writes)), plain(recorded.after));
});

test("recorded: balances and positions computed of the overlay are the server's", () => {
    const ledger = new Ledger(overlay(recorded.before, recorded.writes));
    const digits = recorded.after.ledger.minorDigits;
    const inCents = (text) => BigInt(text.replace(".", "")) * (digits === 2 ? 1n : 0n);
    const pairs = ledger.balances.pairs();
    const told = recorded.after.balances.pairs.map((one) => ({ ...one, amount: inCents(one.amount) }));
    const sorted = (list) =>
        list.map((one) => JSON.stringify(one, (_, value) => typeof value === "bigint" ? `${value}` : value)).sort();
    assert.deepEqual(sorted(pairs), sorted(told));
});

test("laid over twice it says the same: what was sent and is told already changes nothing", () => {
    const once = overlay(recorded.before, recorded.writes.filter(({ kind }) => kind !== "comment"));
    const again = overlay(once, recorded.writes.filter(({ kind, path }) => kind !== "comment" && !/revive/.test(path)));
    for (const id of Object.keys(plain(recorded.after).expenses)) {
        const [a, b] = [once, again].map((one) => one.expenses.find((expense) => expense.id === id)?.amount);
        assert.equal(a, b);
    }
});

test("nothing waits: the very same snapshot", () => {
    assert.equal(overlay(base, []), base);
});

test("the odd cent is the payer's, texts are trimmed, and amounts have the ledger's digits", () => {
    const { expenses } = overlay(base, [write("expense", "e", "PUT", bread)]);
    const { title, amount, shares } = expenses.find(({ id }) => id === "e");
    assert.deepEqual([title, amount], ["Bread", "10.00"]);
    const share = (id) => shares.find(({ participantId }) => participantId === id).amount;
    assert.deepEqual(people.map(share), people.map((_, place) => (place === 0 ? "3.34" : "3.33")));
});

test("a write that changes nothing leaves who changed it last", () => {
    const [known] = base.expenses;
    const { title, amount, executionDate, payerId, splitParticipantIds, labelIds } = known;
    const same = { title, amount, executionDate, payerId, splitParticipantIds, labelIds };
    const shown = overlay(base, [write("expense", known.id, "PUT", same)]).expenses.find(({ id }) => id === known.id);
    assert.deepEqual([shown.lastEditedAt, shown.createdAt], [known.lastEditedAt, known.createdAt]);
});

test("in a conflict the other's version stands, with the mark; a refused entry stands as it was entered", () => {
    const [known] = base.expenses;
    const at = (state) => {
        const laid = overlay(base, [write("expense", known.id, "PUT", { ...bread, amount: "77" }, { state })]);
        return laid.expenses.find(({ id }) => id === known.id);
    };
    assert.deepEqual([at("conflict").amount, at("conflict").waiting.state], [known.amount, "conflict"]);
    assert.deepEqual([at("refused").amount, at("refused").waiting.state], ["77.00", "refused"]);
    const refused = overlay(base, [write("expense", known.id, "DELETE", null, { state: "refused" })]);
    assert.ok(refused.expenses.some(({ id }) => id === known.id), "what may not be deleted stays");
});

test("what may not be deleted stays with the mark of that, whatever it is", () => {
    const [person, label] = [base.ledger.participants[0], { id: "l", name: "Food", expenseCount: 0 }];
    const category = { id: "c", name: "Fun", scope: "shared", budgets: [] };
    const ledger = { ...base.ledger, labels: [...base.ledger.labels, label] };
    const before = { ...base, ledger, categories: [...base.categories, category] };
    const refused = (kind, { id }) => overlay(before, [write(kind, id, "DELETE", null, { state: "refused" })]);
    const marked = (list, { id }) => list.find((one) => one.id === id).waiting.state;
    assert.equal(marked(refused("participant", person).ledger.participants, person), "refused");
    assert.equal(marked(refused("label", label).ledger.labels, label), "refused");
    assert.equal(marked(refused("category", category).categories, category), "refused");
});

test("a person made without the server takes part at once, and leaves without a trace when named nowhere", () => {
    const made = write("participant", "p", "PUT", { name: "Dora" });
    const shared = write("expense", "e", "PUT", { ...bread, splitParticipantIds: [people[0], "p"] });
    const ledger = new Ledger(overlay(base, [made, shared]));
    assert.equal(ledger.person("p").name, "Dora");
    assert.equal(ledger.expense("e").shares.find(({ participantId }) => participantId === "p").amount, 500n);
    const gone = write("participant", "p", "DELETE", null);
    assert.equal(overlay(base, [made, gone]).ledger.participants.length, base.ledger.participants.length);
    const left = overlay(base, [made, shared, gone]).ledger.participants.find(({ id }) => id === "p");
    assert.equal(left.retiredAt, gone.recordedAt);
});

test("a deleted label is on nothing any more, and what was in a deleted category is in none", () => {
    const made = [
        write("label", "l", "PUT", { name: "Trip" }),
        write("category", "c", "PUT", { name: "Food", scope: "shared" }, { path: "/categories/c" }),
        write("expense", "e", "PUT", { ...bread, labelIds: ["l"], categoryId: "c" }),
    ];
    const before = overlay(base, made);
    assert.equal(before.ledger.labels.find(({ id }) => id === "l").expenseCount, 1);
    const after = overlay(base, [
        ...made,
        write("label", "l", "DELETE", null),
        write("category", "c", "DELETE", null, { path: "/categories/c" }),
    ]);
    const expense = after.expenses.find(({ id }) => id === "e");
    assert.deepEqual([expense.labelIds, expense.categoryId], [[], null]);
});

test("what was paid for an expense closes what is open of it", () => {
    const shared = write("expense", "e", "PUT", { ...bread, splitParticipantIds: people.slice(0, 2) });
    const body = {
        fromParticipantId: people[1],
        toParticipantId: people[0],
        amount: "5",
        date: "2026-11-21",
        expenseId: "e",
    };
    const paid = write("settlement", "s", "PUT", body);
    const open = (ops) => overlay(base, ops).expenses.find(({ id }) => id === "e").openShares;
    assert.deepEqual(open([shared]), [{ participantId: people[1], toId: people[0], amount: "5.00" }]);
    assert.deepEqual(open([shared, paid]), []);
    assert.equal(open([shared, paid, write("settlement", "s", "DELETE", null)]).length, 1);
});

test("a write that is not understood is not shown, and hides nothing else", () => {
    const odd = write("expense", "odd", "PUT", { amount: "never" });
    const laid = overlay(base, [odd, write("expense", "e", "PUT", bread), { ...odd, kind: "from the future" }]);
    assert.ok(laid.expenses.some(({ id }) => id === "e"));
    assert.ok(!laid.expenses.some(({ id }) => id === "odd"));
});

test("a repeating expense stands in its list with the day on which it comes next", () => {
    const body = { ...bread, frequency: "monthly", start: "2026-01-31" };
    const { schedules, day } = overlay({ ...base, day: "2026-11-22" }, [write("schedule", "s", "PUT", body)]);
    const made = schedules.find(({ id }) => id === "s");
    assert.deepEqual([made.next, made.ended, day], ["2026-11-30", false, "2026-11-22"]);
});
