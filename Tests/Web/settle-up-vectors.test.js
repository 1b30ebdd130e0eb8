import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Balances } from "../../Public/core/balances.js";
import { rounded, settleUp, standingPlan } from "../../Public/core/settle-up.js";

const vectors = JSON.parse(readFileSync(new URL("../Vectors/settle-up/vectors.json", import.meta.url)));
const id = (number) => `00000000-0000-0000-0000-${String(number).padStart(12, "0")}`;
const people = (count) => Array.from({ length: count }, (_, place) => id(place));
const byPerson = (amounts) => new Map(amounts.map((amount, place) => [id(place), BigInt(amount)]));
const asPayments = (payments) =>
    payments.map(([from, to, amount]) => ({ fromId: id(from), toId: id(to), amount: BigInt(amount) }));

test("plans are those of an implementation that tries everything", () => {
    for (const { positions, debts, payments } of vectors.plans) {
        const links = debts.map(([a, b, amount]) => ({ debtorId: id(a), creditorId: id(b), amount: BigInt(amount) }));
        const plan = settleUp(byPerson(positions), links);
        assert.deepEqual(plan.payments, asPayments(payments), JSON.stringify({ positions, debts }));
        assert.ok(plan.minimal);
    }
});

test("positions rounded to whole units still sum to zero, and nobody is off by a unit", () => {
    for (const { positions, unit, rounded: expected } of vectors.rounding) {
        const result = rounded(byPerson(positions), BigInt(unit));
        assert.deepEqual([...result].sort(([a], [b]) => (a < b ? -1 : 1)), [...byPerson(expected)]);
    }
});

const time = (milliseconds) => milliseconds && new Date(milliseconds).toISOString();
const stamps = ({ id: number, at, edited }) => ({ id: id(number), createdAt: time(at), lastEditedAt: time(edited) });

function readEntries(entries) {
    const expenses = entries.filter(({ kind }) => kind === "expense").map((entry) => ({
        ...stamps(entry),
        amount: BigInt(entry.amount),
        payerId: id(entry.payer),
        splitParticipantIds: entry.split.map(id),
    }));
    const settlements = entries.filter(({ kind }) => kind === "settlement").map((entry) => ({
        ...stamps(entry),
        amount: BigInt(entry.amount),
        fromParticipantId: id(entry.from),
        toParticipantId: id(entry.to),
    }));
    return { expenses, settlements, balances: new Balances(expenses, settlements) };
}

test("the plan that was shown stays valid, whatever else happens in between", () => {
    for (const { people: count, steps } of vectors.standing) {
        for (const { unit, entries, payments } of steps) {
            const plan = standingPlan({ ...readEntries(entries), participantIds: people(count) }, BigInt(unit));
            assert.deepEqual(plan.payments, asPayments(payments), JSON.stringify(entries));
        }
    }
});
