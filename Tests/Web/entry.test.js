// Entering an expense at the checkout: sums in the amount, what was chosen last, titles used before, what is in already.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readTypedSum } from "../../Public/core/arithmetic.js";
import { duplicateOf } from "../../Public/core/duplicates.js";
import { fittingHabit, habitOf } from "../../Public/core/habit.js";
import { knownTitles, suggestions } from "../../Public/core/suggestions.js";

const minorOf = (text, digits = 2) => readTypedSum(text, digits).minor;

test("a sum is worked out exactly, with comma or point, products first, and brackets", () => {
    assert.equal(minorOf("12,50+3*2"), 1850n);
    assert.equal(minorOf("(12.50 + 3) × 2"), 3100n);
    assert.equal(minorOf("0.1+0.2"), 30n);
    assert.equal(minorOf("100−2−3"), 9500n);
    assert.equal(minorOf("8/2/2"), 200n);
    assert.equal(minorOf("10 000·3", 0), 30_000n);
    assert.equal(minorOf("-5+8"), 300n);
    assert.equal(minorOf("7*(2-(1+0,5))"), 350n);
    assert.equal(minorOf("999999999999*9"), 899999999999100n);
});

test("what does not come out even is rounded once, at the end, half a unit upwards, and says so", () => {
    assert.deepEqual(readTypedSum("10/3", 2), { minor: 333n, isRounded: true, isSum: true });
    assert.deepEqual(readTypedSum("10/3*3", 2), { minor: 1000n, isRounded: false, isSum: true });
    assert.equal(minorOf("1/8"), 13n);
    assert.equal(minorOf("0.005+0.005"), 1n);
    assert.equal(minorOf("7/2", 0), 4n);
    assert.equal(minorOf("1/3", 3), 333n);
});

test("an amount without a sign is read as ever, and a sum that is none is not guessed at", () => {
    assert.deepEqual(readTypedSum("12,5", 2), { minor: 1250n });
    assert.deepEqual(readTypedSum("1.005", 2), { problem: "tooManyDigits" });
    assert.deepEqual(readTypedSum("", 2), { problem: "missing" });
    for (
        const text of [
            "12,50+",
            "+",
            "3**2",
            "1/0",
            "5/(2-2)",
            "(1",
            "1)",
            "2(3)",
            "1.2.3+1",
            "a+1",
            "1+,",
            "--",
            "()+1",
        ]
    ) {
        assert.deepEqual(readTypedSum(text, 2), { problem: "unreckonable", isSum: true }, text);
    }
    assert.equal(readTypedSum("1+".repeat(40) + "1", 2).problem, "unreckonable");
});

test("a sum has the limits of an amount", () => {
    assert.equal(readTypedSum("3-5", 2).problem, "notPositive");
    assert.equal(readTypedSum("5-5", 2).problem, "notPositive");
    assert.equal(readTypedSum("0.001/9", 2).problem, "notPositive");
    assert.equal(readTypedSum("9999999999999*2", 2).problem, "tooLarge");
});

/** The same sum of small whole numbers in floating point, which is exact for them. */
function simply(text) {
    const product = (term) => term.split("*").reduce((all, one) => all * Number(one), 1);
    return text.replaceAll("-", "+-").split("+").filter(Boolean).reduce((sum, term) => sum + product(term), 0);
}

test("sums of small whole numbers agree with the machine's own arithmetic", () => {
    let seed = 20261122;
    const next = (below) => (seed = (seed * 48271) % 2147483647) % below;
    for (let round = 0; round < 2000; round++) {
        const parts = Array.from({ length: 1 + next(4) }, () => `${next(50)}${"+-*"[next(3)]}`);
        const text = parts.join("") + next(50);
        const wanted = simply(text);
        const { minor, problem } = readTypedSum(text, 2);
        if (wanted <= 0) assert.equal(problem, "notPositive", text);
        else assert.equal(minor, BigInt(wanted) * 100n, text);
    }
});

const bread = {
    id: "a",
    title: "Bread",
    amount: 320n,
    executionDate: "2026-05-14",
    labelIds: ["food"],
    categoryId: null,
};

test("the same title and amount within three days is likely entered already, whatever the case and accents", () => {
    const list = [{ ...bread, title: "Café" }];
    const again = { title: " CAFE ", amount: 320n, executionDate: "2026-05-17" };
    assert.deepEqual(duplicateOf(list, again), { expense: list[0], by: "title" });
    assert.equal(duplicateOf(list, { ...again, executionDate: "2026-05-18" }), null);
    assert.equal(duplicateOf(list, { ...again, amount: 321n }), null);
});

test("the same amount on the same day is asked about too, the same title before another one", () => {
    const list = [{ ...bread, id: "b", title: "Milk" }, bread];
    assert.equal(duplicateOf(list, { ...bread, id: "n", title: "Rolls" }).by, "day");
    assert.equal(duplicateOf(list, { ...bread, id: "n" }).expense.id, "a");
    assert.equal(duplicateOf([bread], bread), null, "a repeated attempt to send is the same expense");
    assert.equal(duplicateOf([bread], { ...bread, id: "n", title: "Rolls", executionDate: "2026-05-15" }), null);
});

test("an estimate repeats nothing, and nothing repeats an estimate", () => {
    assert.equal(duplicateOf([bread], { ...bread, id: "n", expected: true }), null);
    assert.equal(duplicateOf([{ ...bread, expected: true }], { ...bread, id: "n" }), null);
});

const usual = { split: { mode: "equal", parts: {} }, splitParticipantIds: ["anna", "ben"] };
const entered = { payerId: "ben", paid: null, ...usual };

test("who paid last is remembered, and a split only when it is not as usual anyway", () => {
    assert.deepEqual(habitOf(entered, usual), { payerId: "ben" });
    const alone = { ...entered, splitParticipantIds: ["ben"] };
    const habit = habitOf(alone, usual);
    assert.deepEqual(fittingHabit(habit, ["anna", "ben"]), {
        payerId: "ben",
        split: { mode: "equal", parts: {} },
        splitParticipantIds: ["ben"],
    });
});

test("parts that fit one amount alone, and people who have gone, do not come back", () => {
    const exact = { ...entered, split: { mode: "exact", parts: { ben: "3" } } };
    assert.deepEqual(habitOf(exact, usual), { payerId: "ben" });
    assert.deepEqual(habitOf({ ...entered, payerId: "anna", paid: { anna: "1", ben: "2" } }, usual), { payerId: null });
    const habit = habitOf({ ...entered, splitParticipantIds: ["ben"] }, usual);
    assert.deepEqual(fittingHabit(habit, ["anna"]), {});
    assert.deepEqual(fittingHabit(null, ["anna"]), {});
});

test("titles used before come with what they last had: those that begin so first, then the more usual", () => {
    const list = [
        { title: "Bakery", labelIds: ["new"] },
        { title: "Old bakery", labelIds: [] },
        { title: "bakery", labelIds: ["old"], categoryId: "c" },
        { title: "Bank fee", labelIds: [] },
        { title: "Café Bär", labelIds: [] },
    ];
    const titles = knownTitles(list);
    const found = (typed) => suggestions(titles, typed, 3).map(({ title }) => title);
    assert.deepEqual(found("ba"), ["Bakery", "Bank fee", "Old bakery"]);
    assert.deepEqual(found("bar"), ["Café Bär"]);
    assert.deepEqual(found(""), ["Bakery"], "with nothing typed, what is used again and again");
    assert.deepEqual(found("bakery"), ["Old bakery"], "what stands there already is no suggestion");
    assert.deepEqual(suggestions(titles, "b", 1)[0].labelIds, ["new"]);
});
