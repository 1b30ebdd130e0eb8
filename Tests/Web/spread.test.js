// Portions as an independent implementation has them, and that they always sum to the whole.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { addDays, daysBetween } from "../../Public/core/calendar-day.js";
import { addMonths, monthOf } from "../../Public/core/calendar-month.js";
import { monthsOf, portionIn, portionOn, spreadFault } from "../../Public/core/spread.js";

const cases = JSON.parse(readFileSync(new URL("../Vectors/budget/spread.json", import.meta.url), "utf8"));

test("the portions of months and days are those of the other implementation", () => {
    assert.ok(cases.length >= 4);
    for (const { amount, spread, months, firstDays, sum } of cases) {
        let total = 0n;
        for (const [month, portion] of Object.entries(months)) {
            assert.equal(portionIn(BigInt(amount), spread, month), BigInt(portion), month);
            total += portionIn(BigInt(amount), spread, month);
        }
        assert.equal(total, BigInt(sum));
        const days = firstDays.map((_, place) => portionOn(BigInt(amount), spread, addDays(spread.from, place)));
        assert.deepEqual(days.map(Number), firstDays);
    }
});

test("the days of a month sum to its portion and the months to the amount, whatever the ends are", () => {
    for (
        const spread of [
            { from: "2027-12-17", to: "2028-03-02", by: "day" },
            { from: "2028-02-01", to: "2028-04-30", by: "month" },
            { from: "2026-05-14", to: "2026-05-14", by: "day" },
        ]
    ) {
        for (const amount of [1n, 99n, 10_001n, 123_456_789n]) {
            let [days, months] = [0n, 0n];
            for (let n = -2; n <= daysBetween(spread.from, spread.to) + 2; n++) {
                days += portionOn(amount, spread, addDays(spread.from, n));
            }
            for (let month = "2026-01"; month < "2029-01"; month = addMonths(month, 1)) {
                months += portionIn(amount, spread, month);
            }
            assert.deepEqual([days, months], [amount, amount], JSON.stringify(spread));
        }
    }
});

test("swapped ends, months that are not whole and more than a hundred years are refused", () => {
    const month = { from: "2026-01-01", to: "2026-12-31", by: "month" };
    assert.equal(spreadFault(month), null);
    assert.equal(spreadFault({ ...month, to: "2025-12-31" }), "swapped");
    assert.equal(spreadFault({ ...month, to: "2026-12-30" }), "notMonths");
    assert.equal(spreadFault({ ...month, from: "2026-01-02" }), "notMonths");
    assert.equal(spreadFault({ ...month, from: "2026-01-02", by: "day" }), null);
    assert.equal(spreadFault({ ...month, from: "1900-01-01" }), "tooLong");
    assert.equal(spreadFault({ ...month, from: "" }), "malformed");
});

test("so many months from a day on are whole months", () => {
    assert.deepEqual(monthsOf("2027-11-30", 4), { from: "2027-11-01", to: "2028-02-29", by: "month" });
    assert.equal(monthOf(monthsOf("2026-05-14", 12).to), "2027-04");
});
