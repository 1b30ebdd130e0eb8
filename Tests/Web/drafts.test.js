import assert from "node:assert/strict";
import { test } from "node:test";
import { retyped } from "../../Public/core/retyped.js";
import { expenseFromDraft, settlementFromDraft, textProblem } from "../../Public/core/drafts.js";
import { joinRequest } from "../../Public/core/invitation.js";
import { colourOf, initials } from "../../Public/core/people.js";

const draft = {
    amount: "12,5",
    title: " Bread ",
    executionDate: "2026-05-14",
    payerId: "anna",
    splitParticipantIds: ["anna"],
    labelIds: [],
    note: "",
};

function problems(changes) {
    return expenseFromDraft({ ...draft, ...changes }, 2).problems.map(({ field, code }) => `${field} ${code}`);
}

test("a finished draft becomes what the API takes", () => {
    assert.deepEqual(expenseFromDraft(draft, 2).input, {
        title: "Bread",
        amount: "12.50",
        executionDate: "2026-05-14",
        payerId: "anna",
        splitParticipantIds: ["anna"],
        labelIds: [],
    });
    assert.equal(expenseFromDraft({ ...draft, note: " n " }, 2).input.note, "n");
});

test("an unfinished draft names everything that is missing, at once and in the order of the form", () => {
    assert.deepEqual(problems({ amount: "", title: " ", splitParticipantIds: [], payerId: null }), [
        "amount missing",
        "title missing",
        "payerId missing",
        "splitParticipantIds missing",
    ]);
});

test("what was typed into a form that was left stands; the rest of it is as it is by now", () => {
    const before = { amount: "10.00", title: "Bread", split: { mode: "equal" }, labelIds: [] };
    const typed = { ...before, title: "Bread and butter", split: { mode: "shares" } };
    const now = { ...before, amount: "12.00", split: { mode: "percent" }, labelIds: ["food"] };
    assert.deepEqual(retyped({ before, typed }, now), { ...typed, amount: "12.00", labelIds: ["food"] });
    assert.deepEqual(retyped({ before, typed: before }, now), now);
});

test("limits are counted in characters as the server counts them", () => {
    assert.deepEqual(problems({ title: "😀".repeat(201) }), ["title tooLong"]);
    assert.ok(expenseFromDraft({ ...draft, title: "😀".repeat(200) }, 2).input);
    assert.deepEqual(problems({ note: "x".repeat(2001) }), ["note tooLong"]);
    assert.deepEqual(textProblem("name", "", 40), { field: "name", code: "missing" });
});

test("a payment needs two different people", () => {
    const payment = { amount: "5", fromParticipantId: "anna", toParticipantId: "anna", date: "2026-05-14", note: "" };
    assert.deepEqual(settlementFromDraft(payment, 2).problems, [{ field: "toParticipantId", code: "samePerson" }]);
    assert.deepEqual(settlementFromDraft({ ...payment, toParticipantId: "ben" }, 0).input, {
        fromParticipantId: "anna",
        toParticipantId: "ben",
        amount: "5",
        date: "2026-05-14",
    });
});

const code = "SC1.9bFlIkpYt5HfavHYMD5hzcS7hsPRxCcQPDRMQYnrLx4.42e6";

test("a join code alone is sent as such, with white space around it ignored", () => {
    assert.deepEqual(joinRequest(` ${code}\n`), { joinCode: code });
});

test("a text that contains a join code is sent whole as an invitation", () => {
    const text = `Folder: https://example.org/x\nCode: ${code}.`;
    assert.deepEqual(joinRequest(text), { invitation: text });
});

test("a text without a complete join code is not sent", () => {
    for (const text of ["", "hello", code.slice(0, -1), code.replace("SC1", "SC2"), `${code}f`]) {
        assert.equal(joinRequest(text), null, text);
    }
});

test("initials come from the first and the last word, whatever the script", () => {
    const expected = {
        Anna: "AN",
        "Anna Bell": "AB",
        "Quo “Q” Vadis": "QV",
        x: "X",
        "": "?",
        "Zoë II": "ZI",
        "👩‍👩‍👧 Fam": "👩‍👩‍👧F",
        "李 明": "李明",
    };
    for (const [name, letters] of Object.entries(expected)) assert.equal(initials(name), letters);
});

test("a colour that is not one of the six is replaced by one by place", () => {
    assert.equal(colourOf({ colour: "red" }, 0), "red");
    assert.equal(colourOf({ colour: "url(x)" }, 0), "blue");
    assert.equal(colourOf({}, 7), "orange");
});
