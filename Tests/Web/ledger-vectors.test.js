// The same vectors that LedgerCore is tested with: what an independent implementation computed must come out here too.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Balances } from "../../Public/core/balances.js";
import { settleUp } from "../../Public/core/settle-up.js";
import { equalShares } from "../../Public/core/split.js";
import { statement } from "../../Public/core/statement.js";
import { sum } from "../../Public/core/money.js";
import { summary } from "../../Public/core/expenses.js";

const vectors = new URL("../Vectors/", import.meta.url);

function read(path) {
    return JSON.parse(readFileSync(new URL(path, vectors), "utf8"));
}

function readLedger(name) {
    const expected = read(`v1/${name}/expected.json`);
    const withAmount = ({ shares: _shares, ...item }) => ({ ...item, amount: BigInt(item.amount) });
    return {
        expected,
        expenses: expected.expenses.map(withAmount),
        settlements: expected.settlements.map(withAmount),
        ids: expected.participants.map(({ id }) => id),
    };
}

for (const name of ["flat", "trip", "two"]) {
    test(`in the ledger "${name}" everybody owes what the other implementation says`, () => {
        const { expected, expenses, settlements } = readLedger(name);
        const found = new Balances(expenses, settlements).pairs().map(({ debtorId, creditorId, amount }) => ({
            debtor: debtorId,
            creditor: creditorId,
            amount: String(amount),
        }));
        const order = (a, b) => (`${a.debtor} ${a.creditor}` < `${b.debtor} ${b.creditor}` ? -1 : 1);
        assert.deepEqual(found.sort(order), expected.owes.sort(order));
    });

    test(`in the ledger "${name}" everybody's share of every expense is what the other implementation says`, () => {
        for (const expense of readLedger(name).expected.expenses) {
            const shares = equalShares(BigInt(expense.amount), expense.payerId, expense.splitParticipantIds);
            assert.deepEqual(Object.fromEntries([...shares].map(([id, share]) => [id, String(share)])), expense.shares);
        }
    });

    test(`in the ledger "${name}" the positions and the number of payments agree`, () => {
        const { expected, expenses, settlements, ids } = readLedger(name);
        const positions = new Balances(expenses, settlements).positions(ids);
        const asText = Object.fromEntries([...positions].map(([id, amount]) => [id, String(amount)]));
        for (const [id, amount] of Object.entries(expected.positions)) assert.equal(asText[id] ?? "0", amount);
        assert.equal(sum(positions.values()), 0n);
        assert.equal(settleUp(positions).count, expected.minimumPayments);
    });

    test(`in the ledger "${name}" every statement ends at the balance of its two people`, () => {
        const { expenses, settlements, ids } = readLedger(name);
        const balances = new Balances(expenses, settlements);
        for (const a of ids) {
            for (const b of ids.filter((id) => id !== a)) {
                assert.equal(statement(expenses, settlements, a, b).at(-1)?.running ?? 0n, balances.owes(b, a));
            }
        }
    });

    test(`in the ledger "${name}" what was paid is what was borne`, () => {
        const { expenses, ids } = readLedger(name);
        const { total, perPerson } = summary(expenses, ids);
        assert.equal(sum([...perPerson.values()].map(({ paid }) => paid)), total);
        assert.equal(sum([...perPerson.values()].map(({ share }) => share)), total);
    });
}

test("the settle-up plan is as short as the vectors say, and settles everything", () => {
    for (const { positions, payments } of read("budget/settle-up.json")) {
        const byPerson = new Map(
            positions.map((amount, place) => [`p${String(place).padStart(2, "0")}`, BigInt(amount)]),
        );
        const plan = settleUp(byPerson);
        assert.equal(plan.count, payments, JSON.stringify(positions));
        assert.equal(plan.minimal, true);
        for (const { fromId, toId, amount } of plan.payments) {
            assert.ok(amount > 0n);
            byPerson.set(fromId, byPerson.get(fromId) + amount);
            byPerson.set(toId, byPerson.get(toId) - amount);
        }
        assert.ok([...byPerson.values()].every((amount) => amount === 0n));
        assert.equal(plan.groups.flat().length - plan.groups.length, plan.count);
    }
});

test("the shares of an equal split sum to the amount, with the odd cents at the payer", () => {
    assert.deepEqual([...equalShares(1000n, "b", ["a", "b", "c"]).values()], [333n, 334n, 333n]);
    assert.deepEqual([...equalShares(200n, "z", ["c", "a", "b"]).entries()], [["c", 66n], ["a", 68n], ["b", 66n]]);
    assert.deepEqual([...equalShares(1n, "a", ["a", "b"]).values()], [1n, 0n]);
});
