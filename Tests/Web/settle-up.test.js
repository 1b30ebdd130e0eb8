import assert from "node:assert/strict";
import { test } from "node:test";
import { largestExactSearch, settleUp } from "../../Public/core/settle-up.js";

/** A small repeatable source of numbers: a failing case can be found again. */
function* dice(seed) {
    let state = seed;
    for (;;) {
        state = (state * 1664525 + 1013904223) % 4294967296;
        yield state;
    }
}

/** The greatest number of zero-sum groups, by trying every partition. */
function mostGroups(amounts) {
    const open = amounts.filter((amount) => amount !== 0n);
    const best = (left) => {
        if (left.length === 0) return 0;
        const [first, ...rest] = left;
        let most = -Infinity;
        for (let chosen = 0; chosen < 2 ** rest.length; chosen++) {
            const inside = rest.filter((_, place) => chosen & (1 << place));
            if (inside.reduce((sum, amount) => sum + amount, first) !== 0n) continue;
            most = Math.max(most, 1 + best(rest.filter((_, place) => !(chosen & (1 << place)))));
        }
        return most;
    };
    return best(open);
}

test("no other set of payments is shorter, tried against every partition of up to seven people", () => {
    const numbers = dice(7);
    for (let round = 0; round < 300; round++) {
        const people = 2 + (numbers.next().value % 6);
        const amounts = Array.from({ length: people - 1 }, () => BigInt((numbers.next().value % 13) - 6));
        amounts.push(-amounts.reduce((sum, amount) => sum + amount, 0n));
        const plan = settleUp(new Map(amounts.map((amount, place) => [`p${place}`, amount])));
        const open = amounts.filter((amount) => amount !== 0n).length;
        assert.equal(plan.count, open === 0 ? 0 : open - mostGroups(amounts), amounts.join(" "));
    }
});

test("the order in which people are listed changes nothing", () => {
    const positions = [["c", 5n], ["a", -8n], ["d", 8n], ["b", -5n]];
    const shown = (entries) =>
        JSON.stringify(settleUp(new Map(entries)), (_, value) => (typeof value === "bigint" ? String(value) : value));
    assert.equal(shown(positions), shown([...positions].reverse()));
});

test("amounts beyond the safe integers are still matched exactly", () => {
    const huge = 10n ** 23n;
    const plan = settleUp(
        new Map([["a", huge], ["b", -huge + 1n], ["c", -1n], ["d", huge + 7n], ["e", -huge - 3n], ["f", -4n]]),
    );
    assert.equal(plan.count, 4);
    assert.equal(plan.groups.length, 2);
});

test("with too many people for the exact search the plan settles all the same, and does not call itself minimal", () => {
    const positions = new Map();
    for (let place = 1; place <= largestExactSearch + 2; place++) {
        positions.set(`p${100 + place}`, BigInt(place * place));
    }
    positions.set("q", -[...positions.values()].reduce((sum, amount) => sum + amount, 0n));
    const plan = settleUp(positions);
    assert.equal(plan.minimal, false);
    for (const { fromId, toId, amount } of plan.payments) {
        positions.set(fromId, positions.get(fromId) + amount);
        positions.set(toId, positions.get(toId) - amount);
    }
    assert.ok([...positions.values()].every((amount) => amount === 0n));
});

test("nobody owing anything needs no payment", () => {
    assert.deepEqual(settleUp(new Map([["a", 0n]])), { payments: [], count: 0, minimal: true, groups: [] });
    assert.equal(settleUp(new Map()).count, 0);
});
