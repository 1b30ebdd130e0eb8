import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { deedOf } from "../../Public/core/deeds.js";

const root = new URL("../../", import.meta.url);
const words = JSON.parse(readFileSync(new URL("Public/words/en.json", root), "utf8"));
const person = "6f3c1f0a-52a4-4b62-9d53-1b7d3f1f2a11";

/** An entry of the feed whose changes are `{field: [before, after]}`. */
function entry(kind, changes = {}, summary = "", title = "Cinema") {
    const list = Object.entries(changes).map(([field, [before, after]]) => ({ field, before, after }));
    return { kind, subject: { title }, changes: list, summary };
}

const told = [
    [entry("ledgerRenamed", { name: [null, "Flat"] }), "ledgerNamed"],
    [entry("ledgerSettingsChanged", { archived: [false, true] }), "archived.yes"],
    [entry("ledgerSettingsChanged", { archived: [true, false] }), "archived.no"],
    [entry("ledgerSettingsChanged", { timeZone: [null, "Europe/Berlin"] }), "timeZone"],
    [entry("ledgerSettingsChanged", { defaultSplit: [null, { mode: "equal" }] }), "defaultSplit"],
    [entry("ledgerSettingsChanged", { kind: ["group", "wallet"], timeZone: [null, "UTC"] }), "settings"],
    [entry("participantAdded", { name: [null, "Anna"], retired: [null, false] }), "personAdded"],
    [entry("participantRenamed", { name: ["Ana", "Anna"] }), "personRenamed"],
    [entry("participantColoured", { colour: [null, "blue"] }), "personColoured"],
    [entry("participantRetired", { retired: [false, true] }), "personRetired"],
    [entry("participantReinstated"), "personReinstated"],
    [entry("participantMerged", { intoParticipantId: [null, person] }), "personMerged"],
    [entry("participantUnmerged"), "personUnmerged"],
    [entry("participantClaimed", { participantId: [null, person] }), "personClaimed"],
    [entry("participantReleased"), "personReleased"],
    [entry("labelCreated", { name: [null, "Food"] }), "labelCreated"],
    [entry("labelRenamed", { name: ["Fod", "Food"] }), "labelRenamed"],
    [entry("labelDeleted", { name: ["Food", null] }), "labelDeleted"],
    [entry("expenseCreated", { amount: [null, "12.50"] }), "expense"],
    [entry("expenseCreated", { amount: [null, "12.50"], expected: [null, true] }), "expected"],
    [entry("expenseCreated", { amount: [null, "12.50"] }, "Brought “Cinema” back, 12.50 EUR"), "expense.again"],
    [entry("expenseUpdated", { amount: ["1.00", "2.00"] }), "expenseChanged"],
    [entry("expenseUpdated", reconciled({ amount: ["50.00", "48.00"] })), "reconciled"],
    [entry("expenseUpdated", reconciled({})), "reconciled"],
    [entry("expenseUpdated", reconciled({ amount: ["50.00", "0.00"] })), "neverCame"],
    [entry("expenseDeleted"), "expenseDeleted"],
    [entry("commentAdded", { text: [null, "Nice"] }), "commented"],
    [entry("commentDeleted"), "commentDeleted"],
    [entry("settlementRecorded", payment()), "settlement"],
    [entry("settlementUpdated"), "settlementChanged"],
    [entry("settlementDeleted"), "settlementDeleted"],
    [entry("categoryCreated"), "categoryCreated"],
    [entry("categoryCreated", {}, "Brought back the category “Food”"), "categoryCreated.again"],
    [entry("categoryChanged"), "categoryChanged"],
    [entry("categoryDeleted"), "categoryDeleted"],
    [entry("budgetSet", { amount: [null, "300"] }, "Set the budget of “Food” to 300.00 EUR from 2026-05 on"), "budget"],
    [entry("budgetSet", { from: [null, "2026-05"] }, "Ended the budget of “Food” from 2026-05 on"), "budget.ended"],
    [entry("budgetSet", forgotten(), "Took back the budget of “Food” from 2026-05 on"), "budget.forgotten"],
    [entry("burdenRatioSet", ratio(), "Set who bears how much from 2026-05-01 on: Anna 60, Ben 40"), "ratio"],
    [entry("burdenRatioSet", { weights: [{}, null] }, "Ended the burden ratio from 2026-05-01 on"), "ratio.ended"],
    [entry("burdenRatioSet", forgotten(), "Took back who bears how much from 2026-05-01 on"), "ratio.forgotten"],
    [entry("savingGoalSet", { amount: [null, "9"] }, "Set Anna’s saving goal to 9.00 EUR from 2026-05 on"), "saving"],
    [entry("savingGoalSet", forgotten(), "Took back Anna’s saving goal from 2026-05 on"), "saving.forgotten"],
    [entry("scheduleCreated", { amount: [null, "9"], schedule: [null, {}] }), "schedule"],
    [entry("scheduleCreated", { amount: [null, "9"], schedule: [null, {}] }, "Brought back “Rent”"), "schedule.again"],
    [entry("scheduleUpdated"), "scheduleChanged"],
    [entry("scheduleDeleted"), "scheduleDeleted"],
    [entry("occurrenceChanged", {}, "Changed “Rent” of 2026-05-31"), "occurrenceChanged"],
    [entry("occurrenceSkipped", {}, "Skipped “Rent” of 2026-05-31 (without effect)"), "occurrenceSkipped"],
    [entry("occurrenceRestored", {}, "Took back what was said of “Rent” of 2026-05-31"), "occurrenceRestored"],
    [entry("incomeRecorded", { amount: [null, "9"], participantId: [null, person] }), "income"],
    [entry("incomeRecorded", income(), "Brought back the income “Salary” of Anna, 9.00 EUR"), "income.again"],
    [entry("incomeUpdated"), "incomeChanged"],
    [entry("incomeDeleted"), "incomeDeleted"],
    [entry("transferRecorded", moved(null, "out")), "transferred.out"],
    [entry("transferRecorded", moved(null, "in")), "transferred.in"],
    [entry("transferDeleted", moved("out", null)), "transferDeleted.out"],
    [entry("transferDeleted", moved("in", null)), "transferDeleted.in"],
];

function reconciled(more) {
    return { expected: [true, null], estimate: [null, { amount: "50.00", date: "2026-05-01" }], ...more };
}

function payment() {
    return { fromParticipantId: [null, person], toParticipantId: [null, person], amount: [null, "5.00"] };
}

function forgotten() {
    return { from: ["2026-05", null], amount: ["300", null] };
}

function ratio() {
    return { from: [null, "2026-05-01"], weights: [null, { mode: "shares", shares: [] }] };
}

function income() {
    return { amount: [null, "9"], participantId: [null, person] };
}

function moved(before, after) {
    const on = (value) => (before ? [value, null] : [null, value]);
    return { direction: [before, after], amount: on("5.00"), participantId: on(person) };
}

test("every entry of the feed is told by a text that has its holes", () => {
    for (const [item, variant] of told) {
        const deed = deedOf(item);
        assert.equal(deed?.variant, variant, item.kind);
        const holes = [...words[`deed.${variant}`].matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
        assert.deepEqual(holes.filter((hole) => !(hole in deed.holes)), [], variant);
    }
});

test("every kind of event that the server writes is told", () => {
    const source = readFileSync(new URL("Sources/FolderFormat/Events/EventKind.swift", root), "utf8");
    const kinds = [...source.matchAll(/^ {4}case (\w+) = "\w+"$/gm)].map((match) => match[1]);
    assert.ok(kinds.length >= 39);
    assert.deepEqual(kinds.filter((kind) => !told.some(([item]) => item.kind === kind)), []);
});

test("every text about a deed is one that is told", () => {
    const texts = Object.keys(words).filter((key) => key.startsWith("deed.") && key !== "deed.futile");
    const known = [...told.map(([, variant]) => `deed.${variant}`), "deed.saving.ended"];
    assert.deepEqual(texts.filter((key) => !known.includes(key)), []);
});

test("the date comes from the end of the summary, not from a title", () => {
    const { holes } = deedOf(entry("occurrenceSkipped", {}, "Skipped “Rent of 2025-01-01” of 2026-05-31"));
    assert.equal(holes.day.value, "2026-05-31");
    const { holes: limit } = deedOf(
        entry("budgetSet", { amount: [null, "1"] }, "Set the budget of “of 2020-01” to 1.00 EUR from 2026-05 on"),
    );
    assert.equal(limit.from.value, "2026-05");
});

test("what had no effect says so, and what this version does not know is left to the server", () => {
    assert.equal(deedOf(entry("expenseDeleted", {}, "Deleted “Cinema” (without effect)")).isFutile, true);
    assert.equal(deedOf(entry("expenseDeleted", {}, "Deleted “Cinema”")).isFutile, false);
    assert.equal(deedOf(entry("somethingNewer")), null);
    assert.equal(deedOf(entry("settlementRecorded")), null);
});
