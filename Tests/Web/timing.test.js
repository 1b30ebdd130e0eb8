// When an expense counts, as it is typed and as the API takes it; and that what is expected is in no sum.

import assert from "node:assert/strict";
import { test } from "node:test";
import { expenseFromDraft } from "../../Public/core/drafts.js";
import { draftOf } from "../../Public/core/expense-draft.js";
import { summary } from "../../Public/core/expenses.js";
import { Ledger } from "../../Public/core/ledger.js";
import { withChanges } from "../../Public/core/snapshot.js";
import { emptyTiming, firstDates, readRepeat, readTiming, repeatOf, timingOf } from "../../Public/core/timing-draft.js";

const day = "2026-01-31";

test("a new expense counts once, and every other way has a sensible answer already", () => {
    const timing = emptyTiming(day);
    assert.deepEqual(readTiming(timing, day), { problems: [] });
    assert.deepEqual(readTiming({ ...timing, kind: "expected" }, day), { expected: true, problems: [] });
    assert.deepEqual(readTiming({ ...timing, kind: "spread" }, day).spread, {
        from: "2026-01-01",
        to: "2026-12-31",
        by: "month",
    });
    assert.deepEqual(readTiming({ ...timing, kind: "repeat" }, day).schedule, { frequency: "monthly", start: day });
});

test("a schedule that was read is typed as it was, and read as it was", () => {
    const rules = [
        { frequency: "weekly", start: day },
        { frequency: "custom", custom: { every: 3, unit: "week" }, start: day, end: "2026-12-31" },
        { frequency: "yearly", start: day, count: 5 },
    ];
    for (const rule of rules) assert.deepEqual(readRepeat(repeatOf(rule), day).schedule, rule);
    const spread = { from: "2026-02-10", to: "2026-03-01", by: "day" };
    assert.deepEqual(readTiming(timingOf({ executionDate: day, spread }), day).spread, spread);
});

test("what can not be is named at its field: intervals, ends, counts", () => {
    const custom = { ...emptyTiming(day).repeat, frequency: "custom" };
    const codes = (typed) => readRepeat(typed, day).problems.map(({ field, code }) => `${field} ${code}`);
    assert.deepEqual(["0", "100", "x", "1.5", ""].flatMap((every) => codes({ ...custom, every })), [
        ...Array(5).fill("custom malformed"),
    ]);
    assert.deepEqual(codes({ ...custom, every: "99" }), []);
    assert.deepEqual(codes({ ...custom, ends: "on", end: "2026-01-30" }), ["end swapped"]);
    assert.deepEqual(codes({ ...custom, ends: "on", end: "" }), ["end malformed"]);
    assert.deepEqual(codes({ ...custom, ends: "after", count: "0" }), ["count malformed"]);
});

test("the first days are shown as they will come", () => {
    assert.deepEqual(firstDates({ frequency: "monthly", start: day }, 3), [day, "2026-02-28", "2026-03-31"]);
    assert.deepEqual(firstDates({ frequency: "monthly", start: day, count: 1 }, 3), [day]);
});

const wire = {
    ...{ title: "Water", amount: "50.00", executionDate: day, payerId: "a", splitParticipantIds: ["a", "b"] },
    ...{ labelIds: [], createdAt: "2026-01-01T00:00:00.000Z" },
};

test("what a form is given comes out of it again: category, spread, expected", () => {
    const spread = { from: "2026-01-01", to: "2026-03-31", by: "month" };
    const more = { categoryId: "c", spread };
    const ledger = ledgerOf([{ ...wire, id: "1", ...more }, { ...wire, id: "2", expected: true }]);
    const again = (id) => expenseFromDraft(draftOf(ledger.expense(id), 2), 2).input;
    assert.deepEqual([again("1").categoryId, again("1").spread, again("1").expected], ["c", spread, undefined]);
    assert.deepEqual([again("2").expected, again("2").spread], [true, undefined]);
});

function ledgerOf(expenses) {
    const participants = ["a", "b"].map((id) => ({ id, name: id }));
    const ledger = { id: "l", minorDigits: 2, participants, labels: [] };
    return new Ledger({ ledger, expenses, settlements: [] });
}

test("nobody owes what is only expected, and it is in no sum; what came is, with its estimate beside it", () => {
    const estimate = { amount: "50.00", date: day };
    const came = { ...wire, id: "2", amount: "47.00", estimate, variance: "-3.00" };
    const ledger = ledgerOf([{ ...wire, id: "1", expected: true }, came]);
    assert.equal(ledger.balances.owes("b", "a"), 2350n);
    assert.deepEqual([summary(ledger.expenses, ["a", "b"]).total, summary(ledger.expenses, []).count], [4700n, 1]);
    assert.deepEqual([ledger.expense("2").estimate.amount, ledger.expense("2").variance], [5000n, -300n]);
});

test("what is planned comes with the changes, and a new day is a change", () => {
    const ledger = { id: "l", minorDigits: 2, participants: [], labels: [] };
    const copy = { revision: 3, day: "2026-05-01", ledger, expenses: [], settlements: [], categories: [{ id: "c" }] };
    const nothing = { expenses: [], settlements: [], deletedExpenseIds: [], deletedSettlementIds: [] };
    const same = { revision: 3, day: "2026-05-01", ledger, ...nothing };
    assert.equal(withChanges(copy, same), copy);
    const rent = { ...wire, id: "s.0", scheduleId: "s" };
    const schedules = [{ id: "s", title: "Rent", amount: "900.00", next: "2026-06-01" }];
    const next = withChanges(copy, { ...same, day: "2026-05-02", expenses: [rent], schedules });
    const read = new Ledger(next);
    assert.deepEqual([read.category("c").id, read.schedules[0].amount, read.expense("s.0").title], [
        "c",
        90000n,
        "Water",
    ]);
    assert.deepEqual(Object.keys(next).filter((name) => name.startsWith("deleted")), []);
    assert.deepEqual(new Ledger({ ledger, expenses: [], settlements: [] }).schedules, []);
});
