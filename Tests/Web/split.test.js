import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { apportion } from "../../Public/core/apportion.js";
import { Balances } from "../../Public/core/balances.js";
import { expenseFromDraft } from "../../Public/core/drafts.js";
import { draftOf, splitInput } from "../../Public/core/expense-draft.js";
import { Ledger } from "../../Public/core/ledger.js";
import { sum } from "../../Public/core/money.js";
import { openShares } from "../../Public/core/open-shares.js";
import { debtsOf, paymentsOf } from "../../Public/core/payers.js";
import { readPayers } from "../../Public/core/payers-draft.js";
import { sharesBy } from "../../Public/core/split.js";
import { equalSplit, firstParts, readSplit } from "../../Public/core/split-draft.js";
import { statement } from "../../Public/core/statement.js";

const weighted = new URL("../Vectors/budget/weighted.json", import.meta.url);
const whole = { amount: 1000n, payerId: "a", participantIds: ["a", "b", "c"], digits: 2 };
const read = (typed, changes = {}) => readSplit({ ...equalSplit, ...typed }, { ...whole, ...changes });
const shown = ({ shares }) => Object.fromEntries([...shares].map(([id, share]) => [id, String(share)]));

/** A small repeatable source of numbers: a failing case can be found again. */
function dice(state) {
    return (sides) => (state = (state * 1664525 + 1013904223) % 4294967296) % sides;
}

test("weights divide a sum as the vectors of the other implementation say", () => {
    for (const { amount, weights, shares } of JSON.parse(readFileSync(weighted, "utf8"))) {
        const found = apportion(BigInt(amount), new Map(Object.entries(weights).map(([id, w]) => [id, BigInt(w)])));
        assert.deepEqual(Object.fromEntries([...found].map(([id, share]) => [id, Number(share)])), shares);
    }
});

test("shares and percents weigh by largest remainder; who has none bears nothing and is left out", () => {
    assert.deepEqual(shown(read({ mode: "shares", parts: { a: "2", b: "1", c: "0" } })), { a: "667", b: "333" });
    assert.deepEqual(shown(read({ mode: "percent", parts: { a: "33,34", b: "33.33", c: "33.33 %" } })), {
        a: "334",
        b: "333",
        c: "333",
    });
    assert.deepEqual(read({ mode: "shares", parts: { a: "2", b: "" } }).split, {
        mode: "shares",
        shares: [{ participantId: "a", shares: 2 }],
    });
});

test("what does not come to the whole says by how much, in money or percent", () => {
    assert.deepEqual(read({ mode: "percent", parts: { a: "50" } }).problems, [
        { field: "split", code: "short", by: 5000n, unit: "percent" },
    ]);
    assert.deepEqual(read({ mode: "exact", parts: { a: "4", b: "7" } }).problems, [
        { field: "split", code: "over", by: 100n, unit: "money" },
    ]);
    assert.equal(read({ mode: "exact", parts: { a: "4", b: "x" } }).problems[0].code, "malformed");
    assert.equal(read({ mode: "exact", parts: {} }).problems[0].code, "missing");
    assert.deepEqual(read({ mode: "exact", parts: { a: "4" } }, { amount: null }).problems, []);
});

test("adjustments are added to an equal split of the rest (PB-MAP-SP5), and nobody may bear less than nothing", () => {
    const of = (amount, ids, parts) => shown(read({ mode: "adjustment", parts }, { amount, participantIds: ids }));
    assert.deepEqual(of(10000n, ["a", "b"], { a: "10" }), { a: "5500", b: "4500" });
    assert.deepEqual(of(10000n, ["a", "b"], { a: "-5" }), { a: "4750", b: "5250" });
    assert.deepEqual(of(9000n, ["a", "b", "c"], { a: "+10", b: "−10" }), { a: "4000", b: "2000", c: "3000" });
    assert.deepEqual(read({ mode: "adjustment", parts: { a: "-15" } }).problems, [{
        field: "split",
        code: "negative",
    }]);
});

test("items are shared line by line, tax and tip in proportion to them", () => {
    const items = [
        { title: "Pizza", amount: "12", participantIds: ["a", "b"] },
        { title: "Wine", amount: "8", participantIds: ["b"] },
    ];
    const found = read({ mode: "items", items, tax: "1.20", tip: "2" }, { amount: 2320n });
    assert.deepEqual(shown(found), { a: "696", b: "1624" });
    assert.deepEqual(found.participantIds, ["a", "b"]);
    assert.deepEqual(read({ mode: "items", items, tip: "2" }, { amount: 2320n }).problems[0].by, 120n);
    const nobody = [{ title: "Bread", amount: "3", participantIds: [] }];
    assert.equal(read({ mode: "items", items: nobody }, { amount: 300n }).problems[0].code, "itemPeople");
});

test("in every mode the shares sum to the amount exactly, whatever was typed", () => {
    const roll = dice(11);
    for (let round = 0; round < 400; round++) {
        const ids = ["d", "a", "c", "b"].slice(0, 1 + roll(4));
        const amount = BigInt(1 + roll(100_000));
        const parts = (value) => Object.fromEntries(ids.map((id) => [id, value(id)]));
        const typed = [
            { mode: "equal" },
            { mode: "shares", parts: parts(() => String(1 + roll(9))) },
            { mode: "percent", parts: firstParts("percent", ids) },
            { mode: "adjustment", parts: parts(() => `0.0${roll(9)}`) },
        ][round % 4];
        const { shares, problems } = read(typed, { amount: amount + 100n, participantIds: ids, payerId: "a" });
        assert.deepEqual(problems, []);
        assert.equal(sum(shares.values()), amount + 100n, JSON.stringify(typed));
    }
});

test("several payers: rows are the shares, columns what was paid, and nobody owes themselves", () => {
    const roll = dice(5);
    for (let round = 0; round < 300; round++) {
        const ids = ["p", "q", "r", "s", "t"];
        const payers = ids.slice(0, 2 + roll(3)).map((id) => ({ participantId: id, amount: BigInt(1 + roll(999)) }));
        const amount = sum(payers.map((payer) => payer.amount));
        const shares = sharesBy(
            { mode: "shares", shares: ids.map((participantId) => ({ participantId, shares: roll(4) + 1 })) },
            { amount },
        );
        const expense = {
            ...{ id: "e", amount, payers, splitParticipantIds: ids },
            shares: [...shares].map(([participantId, share]) => ({ participantId, amount: share })),
        };
        const positions = new Balances([expense], []).positions(ids);
        for (const id of ids) {
            const paid = paymentsOf(expense).get(id) ?? 0n;
            assert.equal(positions.get(id), paid - shares.get(id), `round ${round}, ${id}`);
        }
        assert.ok(debtsOf(expense).every(({ debtorId, creditorId, amount }) => debtorId !== creditorId && amount > 0n));
    }
});

test("the statement of two people has an expense of several payers once, with what it moved between them", () => {
    const expense = {
        ...{ id: "e", amount: 900n, payerId: "a", splitParticipantIds: ["a", "b", "c"] },
        ...{ executionDate: "2026-05-14", createdAt: "2026-05-14T10:00:00.000Z" },
        payers: [{ participantId: "a", amount: 600n }, { participantId: "b", amount: 300n }],
    };
    const [line, ...rest] = statement([expense], [], "a", "c");
    assert.equal(rest.length, 0);
    assert.equal(line.amount, new Balances([expense], []).owes("c", "a"));
});

test("who paid: several with what each paid, one left alone is the payer, and the sum must be the amount", () => {
    const money = { amount: 1000n, digits: 2 };
    assert.deepEqual(readPayers({ payerId: "a", paid: null }, money), { payerId: "a", payers: null, problems: [] });
    const two = readPayers({ payerId: "a", paid: { b: "4", a: "", c: "6,00" } }, money);
    assert.deepEqual(two.payers, [{ participantId: "b", amount: "4.00" }, { participantId: "c", amount: "6.00" }]);
    assert.equal(two.payerId, "b");
    assert.deepEqual(readPayers({ paid: { a: "10", b: "0" } }, money), { payerId: "a", payers: null, problems: [] });
    assert.equal(readPayers({ paid: { a: "11" } }, money).problems[0].code, "over");
    assert.deepEqual(readPayers({ paid: {} }, money).problems, [{ field: "payers", code: "missing" }]);
});

test("an expense that is opened to be changed and saved again is what it was", () => {
    const person = (id) => ({ id, name: id });
    const wire = (changes) => ({
        ...{ id: "e", title: "Dinner", amount: "30.00", executionDate: "2026-05-14", payerId: "a", note: null },
        ...{ splitParticipantIds: ["a", "b"], labelIds: [], createdAt: "2026-05-14T10:00:00.000Z" },
        ...changes,
    });
    const items = [{ title: "Pizza", amount: "28.00", participantIds: ["a", "b"] }];
    const splits = [
        { mode: "shares", shares: [{ participantId: "a", shares: 2 }, { participantId: "b", shares: 1 }] },
        {
            mode: "percent",
            percents: [{ participantId: "a", percent: "62.5" }, { participantId: "b", percent: "37.5" }],
        },
        { mode: "exact", amounts: [{ participantId: "a", amount: "10.00" }, { participantId: "b", amount: "20.00" }] },
        {
            mode: "adjustment",
            adjustments: [{ participantId: "a", amount: "-5.00" }, { participantId: "b", amount: "0.00" }],
        },
        { mode: "items", items, tip: "2.00" },
    ];
    const ledger = { currency: "EUR", minorDigits: 2, participants: [person("a"), person("b")], labels: [] };
    for (const split of splits) {
        const payers = [{ participantId: "a", amount: "10.00" }, { participantId: "b", amount: "20.00" }];
        const [expense] = new Ledger({ ledger, expenses: [wire({ split, payers })], settlements: [] }).expenses;
        assert.deepEqual(splitInput(expense.split, 2), split);
        const { input } = expenseFromDraft(draftOf(expense, 2), 2);
        assert.deepEqual({ split: input.split, payers: input.payers, payerId: input.payerId }, {
            split,
            payers,
            payerId: undefined,
        });
    }
});

test("an expense is settled by payments for it, not by others; what was paid too much is owed back", () => {
    const expense = { id: "e", amount: 900n, payerId: "a", splitParticipantIds: ["a", "b", "c"] };
    const paid = (fromParticipantId, amount, expenseId = "e") => {
        return { fromParticipantId, toParticipantId: "a", amount, expenseId };
    };
    const open = (...settlements) =>
        openShares(expense, settlements).map((one) => `${one.debtorId} ${one.creditorId} ${one.amount}`);
    assert.deepEqual(open(), ["b a 300", "c a 300"]);
    assert.deepEqual(open(paid("b", 300n), paid("c", 300n, null)), ["c a 300"]);
    assert.deepEqual(open(paid("b", 350n), paid("c", 300n)), ["a b 50"]);
    assert.deepEqual(open(paid("b", 300n), paid("c", 300n), paid("d", 5n)), []);
});
