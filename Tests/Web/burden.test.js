// Who bears what by weights, as an independent implementation has it, and which weights hold on which day.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { apportion } from "../../Public/core/apportion.js";
import { ratioOn, usualBurden } from "../../Public/core/burden.js";
import { dayIn } from "../../Public/core/calendar-day.js";
import { inMinorUnits } from "../../Public/core/reckoned.js";

const cases = JSON.parse(readFileSync(new URL("../Vectors/budget/weighted.json", import.meta.url), "utf8"));

test("shares by weight are those of the other implementation", () => {
    assert.ok(cases.length >= 7);
    for (const { amount, weights, shares } of cases) {
        const found = apportion(BigInt(amount), new Map(Object.entries(weights).map(([id, one]) => [id, BigInt(one)])));
        assert.deepEqual(Object.fromEntries([...found].map(([id, share]) => [id, Number(share)])), shares);
    }
});

const [first, second] = [1, 2].map((weight) => [
    { participantId: "a", weight: 60 * weight },
    { participantId: "b", weight: 40 },
]);
const ratios = [
    { from: "2026-05-01", weights: second },
    { from: "2026-01-01", weights: first },
    { from: "2026-09-01", weights: [] },
];

test("a ratio holds from its day on until the next one, and can be taken back", () => {
    const on = (day) => ratioOn(ratios, day);
    assert.deepEqual(["2025-12-31", "2026-01-01", "2026-04-30", "2026-05-01", "2026-09-01"].map(on), [
        null,
        first,
        first,
        second,
        null,
    ]);
});

test("an individual category is its owner's; a ratio leaves out who no longer takes part", () => {
    const day = "2026-02-01";
    const own = usualBurden({ present: ["a", "b"], ratios, category: { participantId: "b" }, day });
    assert.deepEqual(own, { mode: "equal", people: ["b"] });
    assert.deepEqual(usualBurden({ present: ["a", "b"], ratios, category: {}, day }).people, ["a", "b"]);
    assert.deepEqual(usualBurden({ present: ["b"], ratios, category: null, day }).people, ["b"]);
    assert.equal(usualBurden({ present: ["a"], ratios: [], category: null, day }), null);
});

test("today is the day of the ledger's time zone, on both sides of midnight and of daylight saving", () => {
    const at = (zone, text) => dayIn(zone, new Date(text));
    assert.equal(at("Europe/Berlin", "2026-05-14T21:59:59Z"), "2026-05-14");
    assert.equal(at("Europe/Berlin", "2026-05-14T22:00:00Z"), "2026-05-15");
    assert.equal(at("Europe/Berlin", "2026-01-14T22:30:00Z"), "2026-01-14");
    assert.equal(at("Pacific/Kiritimati", "2026-05-14T10:00:00Z"), "2026-05-15");
    assert.equal(at("Not/AZone", "2026-05-14T10:00:00Z"), null);
});

test("amounts are read wherever they stand, and nothing else is", () => {
    const read = inMinorUnits({
        expected: "12.50",
        items: [{ amount: "-1.00", title: "5", expected: true, day: null }],
    }, 2);
    assert.deepEqual(read, { expected: 1250n, items: [{ amount: -100n, title: "5", expected: true, day: null }] });
});
