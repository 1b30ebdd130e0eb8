import assert from "node:assert/strict";
import { test } from "node:test";
import { byDay, matching, newestFirst, noFilter, summary } from "../../Public/core/expenses.js";
import { filterFromQuery, isFiltering, queryFromFilter } from "../../Public/core/filter-address.js";
import { addDays, isCalendarDay, localDay } from "../../Public/core/calendar-day.js";
import { changesBetween } from "../../Public/core/changes.js";
import { Ledger } from "../../Public/core/ledger.js";

function expense(id, fields = {}) {
    return {
        id,
        title: "Bread",
        amount: 300n,
        executionDate: "2026-05-14",
        payerId: "anna",
        splitParticipantIds: ["anna", "ben"],
        labelIds: [],
        createdAt: "2026-05-14T10:00:00.000Z",
        ...fields,
    };
}

function ids(expenses) {
    return expenses.map(({ id }) => id);
}

test("the list shows the newest day first, and within a day what was entered last", () => {
    const list = newestFirst([
        expense("old", { executionDate: "2026-05-01", createdAt: "2026-06-01T00:00:00.000Z" }),
        expense("early"),
        expense("late", { createdAt: "2026-05-14T11:00:00.000Z" }),
        expense("future", { executionDate: "2026-05-15" }),
    ]);
    assert.deepEqual(ids(list), ["future", "late", "early", "old"]);
    assert.deepEqual(byDay(list).map(({ day, expenses }) => [day, expenses.length]), [["2026-05-15", 1], [
        "2026-05-14",
        2,
    ], ["2026-05-01", 1]]);
});

test("a person's filter finds what they paid and what they took part in (SC-FR-HIS-3)", () => {
    const all = [
        expense("paid", { payerId: "carla" }),
        expense("shared", { splitParticipantIds: ["carla"] }),
        expense("neither"),
    ];
    assert.deepEqual(ids(matching(all, { ...noFilter, participant: "carla" })), ["paid", "shared"]);
});

test("of several labels any is enough, together with the other conditions (SC-FR-HIS-4)", () => {
    const all = [
        expense("food", { labelIds: ["f"] }),
        expense("trip", { labelIds: ["t", "x"], payerId: "ben" }),
        expense("none"),
    ];
    assert.deepEqual(ids(matching(all, { ...noFilter, labels: ["f", "t"] })), ["food", "trip"]);
    assert.deepEqual(ids(matching(all, { ...noFilter, labels: ["f", "t"], from: "2026-05-15" })), []);
});

test("both ends of a period belong to it (SC-FR-HIS-5)", () => {
    const all = ["2026-05-13", "2026-05-14", "2026-05-15"].map((day) => expense(day, { executionDate: day }));
    assert.deepEqual(ids(matching(all, { ...noFilter, from: "2026-05-14", to: "2026-05-14" })), ["2026-05-14"]);
    assert.deepEqual(ids(matching(all, { ...noFilter, to: "2026-05-14" })), ["2026-05-13", "2026-05-14"]);
});

test("a search ignores case and accents and looks into notes", () => {
    const all = [expense("cafe", { title: "Café Zoë" }), expense("note", { note: "at the cafe" }), expense("other")];
    assert.deepEqual(ids(matching(all, { ...noFilter, words: "CAFE" })), ["cafe", "note"]);
    assert.deepEqual(ids(matching(all, { ...noFilter, words: "zoe cafe" })), ["cafe"]);
});

test("a filter survives its address", () => {
    const filter = { participant: "anna", labels: ["f", "t"], from: "2026-05-01", to: "2026-05-31", words: "a & b=c" };
    assert.deepEqual(filterFromQuery(new URLSearchParams(String(queryFromFilter(filter)))), filter);
    assert.equal(isFiltering(noFilter), false);
    assert.equal(isFiltering({ ...noFilter, words: "x" }), true);
    assert.equal(filterFromQuery(new URLSearchParams("from=2026-02-30")).from, null);
});

test("the sums of a ledger that changed are the same whether they follow from those before or are counted anew", () => {
    const people = ["anna", "ben", "carla", "dan"];
    let seed = 11;
    const any = (count) => (seed = (seed * 16807) % 2147483647) % count;
    const onWire = (number) => ({
        ...expense(`e${number}`),
        amount: `${any(90)}.${10 + any(90)}`,
        payerId: people[any(3)],
        splitParticipantIds: people.slice(0, 1 + any(3)),
        expected: any(5) === 0,
    });
    const ledger = (expenses, names, before) => {
        const participants = names.map((name) => ({ id: name, name }));
        const head = { currency: "EUR", minorDigits: 2, participants };
        return new Ledger({ ledger: head, expenses, settlements: [] }, {}, before);
    };
    let entries = Array.from({ length: 30 }, (_, number) => onWire(number));
    let before = ledger(entries, people.slice(0, 3));
    for (let turn = 0; turn < 200; turn++) {
        const change = any(4);
        if (change === 0) entries = [...entries, onWire(1000 + turn)];
        else if (change === 1) entries = entries.toSpliced(any(entries.length), 1);
        else if (change === 2) entries = entries.with(any(entries.length), onWire(1000 + turn));
        else if (turn % 40 === 3) entries = entries.map((one) => ({ ...one }));
        const names = people.slice(0, turn % 50 < 25 ? 3 : 4);
        const [after, anew] = [ledger(entries, names, before), ledger(entries, names)];
        assert.deepEqual(after.sums, anew.sums);
        assert.deepEqual([...after.sums.perPerson.keys()], [...anew.sums.perPerson.keys()]);
        assert.deepEqual(after.positions, anew.positions);
        before = after;
    }
});

test("the sums tell what each paid, bears, and is ahead", () => {
    const { total, count, perPerson } = summary([expense("a"), expense("b", { payerId: "ben", amount: 101n })], [
        "anna",
        "ben",
        "carla",
    ]);
    assert.deepEqual([total, count], [401n, 2]);
    assert.deepEqual(perPerson.get("anna"), { paid: 300n, share: 200n, net: 100n });
    assert.deepEqual(perPerson.get("ben"), { paid: 101n, share: 201n, net: -100n });
    assert.deepEqual(perPerson.get("carla"), { paid: 0n, share: 0n, net: 0n });
});

test("a calendar day is one that exists", () => {
    for (const day of ["2026-05-14", "2024-02-29", "0001-01-01", "9999-12-31", "2000-02-29"]) {
        assert.equal(isCalendarDay(day), true, day);
    }
    for (
        const day of [
            "2026-02-29",
            "1900-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-05-00",
            "0000-01-01",
            "2026-5-1",
            "",
            "2026-05-14T",
        ]
    ) assert.equal(isCalendarDay(day), false, day);
});

test("days are counted over month and year ends", () => {
    assert.equal(addDays("2026-01-01", -1), "2025-12-31");
    assert.equal(addDays("2024-02-28", 1), "2024-02-29");
    assert.equal(localDay(new Date(2026, 4, 3)), "2026-05-03");
});

test("the history names only the fields that differ", () => {
    const before = { title: "a", amount: "1.00", splitParticipantIds: ["x"], labelIds: [] };
    assert.deepEqual(changesBetween(before, { ...before, amount: "2.00", note: "n" }), [
        { field: "amount", before: "1.00", after: "2.00" },
        { field: "note", before: null, after: "n" },
    ]);
    assert.deepEqual(changesBetween(before, { ...before }), []);
});
