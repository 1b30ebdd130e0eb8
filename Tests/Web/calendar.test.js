// What is coming up, as a file for a calendar (RFC 5545).

import assert from "node:assert/strict";
import { test } from "node:test";
import { calendarFile } from "../../Public/core/calendar-file.js";
import { upcoming } from "../../Public/core/upcoming.js";

const now = "2026-05-14T12:03:11.123Z";
const octets = (line) => new TextEncoder().encode(line).length;

function file(entry) {
    return calendarFile({
        name: "Our flat",
        now,
        entries: [{ uid: "a@b", day: "2026-06-01", title: "Rent", ...entry }],
    });
}

/** As a reader does it: unfolds the lines. */
function lines(text) {
    return text.replaceAll("\r\n ", "").split("\r\n");
}

test("an entry is a whole day that takes no time, under an id that stays", () => {
    assert.deepEqual(lines(file()), [
        ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//SplitClone//SplitClone//EN", "CALSCALE:GREGORIAN"],
        ...["X-WR-CALNAME:Our flat", "BEGIN:VEVENT", "UID:a@b", "DTSTAMP:20260514T120311Z"],
        ...["DTSTART;VALUE=DATE:20260601", "SUMMARY:Rent", "TRANSP:TRANSPARENT", "END:VEVENT", "END:VCALENDAR", ""],
    ]);
});

test("no line is longer than 75 octets, and no character is cut in two", () => {
    for (
        const title of ["x".repeat(300), "ü".repeat(200), "€😀".repeat(90), "a".repeat(66) + "😀", "a".repeat(67) + "b"]
    ) {
        const text = file({ title });
        const raw = text.split("\r\n");
        assert.ok(raw.every((line) => octets(line) <= 75), title.slice(0, 10));
        assert.ok(raw.some((line) => octets(line) > 70) || title.length < 70);
        assert.ok(lines(text).includes(`SUMMARY:${title}`), title.slice(0, 10));
        assert.doesNotMatch(text, /\ufffd/);
    }
});

test("marks with a meaning are escaped, and nothing that was typed can end a line", () => {
    const found = lines(file({ title: "A;B,C\\D", text: "one\r\ntwo\rthree\u0000\u0007\nEND:VEVENT" }));
    assert.ok(found.includes("SUMMARY:A\\;B\\,C\\\\D"));
    assert.ok(found.includes("DESCRIPTION:one\\ntwo\\nthree\\nEND:VEVENT"));
    assert.equal(found.filter((line) => line === "END:VEVENT").length, 1);
});

const rent = { id: "r", title: "Rent", amount: 120000n, frequency: "monthly", start: "2026-01-31", ended: false };
const range = { today: "2026-02-10", until: "2026-04-30" };

function expense(id, fields = {}) {
    return { id, title: "Bill", amount: 500n, executionDate: "2026-03-01", expected: true, ...fields };
}

test("what repeats and what is expected come in the order of their days; what has ended or happened does not", () => {
    const ledger = {
        expenses: [expense("e"), expense("old", { expected: false }), expense("late", { executionDate: "2026-02-01" })],
        schedules: [rent, { ...rent, id: "gone", ended: true }],
    };
    const found = upcoming(ledger, new Map(), range);
    assert.deepEqual(found.map(({ id, day }) => `${id} ${day}`), [
        "late 2026-02-01",
        "r.1 2026-02-28",
        "e 2026-03-01",
        "r.2 2026-03-31",
        "r.3 2026-04-30",
    ]);
});

test("an occurrence that was skipped or changed is so in the calendar, under the same id", () => {
    const changed = { title: "Rent and heating", amount: 130000n, executionDate: "2026-04-02" };
    const known = [
        { k: 0, date: "2026-01-31", state: "past" },
        { k: 1, date: "2026-02-28", state: "skipped" },
        { k: 2, date: "2026-03-31", state: "changed", expense: changed },
        { k: 4, date: "2026-05-31", state: "upcoming" },
    ];
    const found = upcoming({ expenses: [], schedules: [rent] }, new Map([["r", known]]), range);
    const wanted = { id: "r.2", day: "2026-04-02", title: "Rent and heating", amount: 130000n, kind: "repeating" };
    assert.deepEqual(found, [wanted]);
});
