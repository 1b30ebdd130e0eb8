// The same cases that LedgerCore is tested with: shares and debts as a second implementation of the rules has them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { debtsOf } from "../../Public/core/payers.js";
import { sharesBy } from "../../Public/core/split.js";

const cases = JSON.parse(readFileSync(new URL("../Vectors/v2/splits.json", import.meta.url), "utf8"));
const amounts = ["amount", "tax", "tip", "discount"];

/** Money as the core has it. */
function inMinorUnits(value) {
    if (Array.isArray(value)) return value.map(inMinorUnits);
    if (value === null || typeof value !== "object") return value;
    const entries = Object.entries(value);
    return Object.fromEntries(
        entries.map(([name, inner]) => [name, amounts.includes(name) ? BigInt(inner) : inMinorUnits(inner)]),
    );
}

test("shares and debts are what the other implementation says, of every mode and for any number of payers", () => {
    assert.ok(cases.length > 140);
    for (const one of cases.map(inMinorUnits)) {
        const expense = { ...one, splitParticipantIds: one.participantIds, shares: undefined };
        const shares = new Map(one.shares.map((part) => [part.participantId, part.amount]));
        const found = sharesBy(expense.split, expense);
        for (const id of one.participantIds) assert.equal(found.get(id), shares.get(id), one.name);
        const key = ({ debtorId, creditorId }) => `${debtorId} ${creditorId}`;
        const byKey = (a, b) => (key(a) < key(b) ? -1 : 1);
        assert.deepEqual(debtsOf(expense).sort(byKey), [...one.debts].sort(byKey), one.name);
    }
});
