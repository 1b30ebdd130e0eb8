// The dates that an independent implementation found, and what follows from the rule: they are always counted from the start.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { dateOf, firstOnOrAfter, frequencies, occurrencesIn, units } from "../../Public/core/recurrence.js";
import { addDays } from "../../Public/core/calendar-day.js";

const cases = JSON.parse(readFileSync(new URL("../Vectors/budget/schedules.json", import.meta.url), "utf8"));

test("the dates are those of the other implementation, at month ends, in leap years, for every frequency", () => {
    assert.ok(cases.length >= 8);
    for (const { schedule, occurrences } of cases) {
        const { id, until, ...rule } = schedule;
        const found = occurrencesIn(rule, rule.start, until).map((one) => ({ ...one, id: `${id}.${one.k}` }));
        assert.deepEqual(found, occurrences, JSON.stringify(schedule));
    }
});

test("the first on or after a day is found by arithmetic where stepping from the start finds it", () => {
    const custom = [2, 7, 99].flatMap((every) =>
        units.map((unit) => ({ frequency: "custom", custom: { every, unit } }))
    );
    const rules = [...frequencies.filter((one) => one !== "custom").map((frequency) => ({ frequency })), ...custom];
    for (const rule of rules) {
        const schedule = { ...rule, start: "2024-01-31" };
        for (let days = 0; days < 1200; days += 13) {
            const day = addDays(schedule.start, days);
            let k = 0;
            while (dateOf(schedule, k) < day) k++;
            assert.equal(firstOnOrAfter(schedule, day), k, `${JSON.stringify(schedule)} ${day}`);
        }
    }
});

test("a schedule ends with its end day, its count, or the calendar", () => {
    const ends = { frequency: "weekly", start: "2026-01-01", end: "2026-01-15" };
    assert.deepEqual([0, 1, 2, 3].map((k) => dateOf(ends, k)), ["2026-01-01", "2026-01-08", "2026-01-15", null]);
    const counted = { frequency: "daily", start: "2026-01-01", count: 2 };
    assert.deepEqual([0, 1, 2].map((k) => dateOf(counted, k)), ["2026-01-01", "2026-01-02", null]);
    const late = { frequency: "yearly", start: "9998-02-28" };
    assert.deepEqual([0, 1, 2].map((k) => dateOf(late, k)), ["9998-02-28", "9999-02-28", null]);
    assert.equal(dateOf({ frequency: "daily", start: "9999-12-31" }, 1), null);
    assert.equal(dateOf({ frequency: "monthly", start: "0001-01-31" }, 1), "0001-02-28");
});
