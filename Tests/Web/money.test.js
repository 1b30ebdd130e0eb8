import assert from "node:assert/strict";
import { test } from "node:test";
import { largestEntry, moneyFromText, moneyToText, readTypedMoney } from "../../Public/core/money.js";
import { Formats } from "../../Public/core/formats.js";

test("an amount is written with exactly the digits of its currency", () => {
    assert.equal(moneyToText(4720n, 2), "47.20");
    assert.equal(moneyToText(5n, 2), "0.05");
    assert.equal(moneyToText(-5n, 2), "-0.05");
    assert.equal(moneyToText(5000n, 0), "5000");
    assert.equal(moneyToText(-1n, 3), "-0.001");
    assert.equal(moneyToText(0n, 2), "0.00");
});

test("what the API writes is read back to the same amount", () => {
    for (const digits of [0, 2, 3]) {
        for (const minor of [0n, 1n, -1n, 99n, -100n, 10n ** 24n - 1n]) {
            assert.equal(moneyFromText(moneyToText(minor, digits), digits), minor);
        }
    }
    assert.equal(moneyFromText("3", 2), 300n);
});

test("an amount that is not one is an error, never a guess", () => {
    for (const text of ["", "1e3", "NaN", "1.005", "1,50", " 1", "+1", ".5", "1."]) {
        assert.throws(() => moneyFromText(text, 2), RangeError, text);
    }
});

test("a person may write a comma or a point, and spaces", () => {
    for (const text of ["12,5", "12.50", " 12.5 ", "12.5\u00a0"]) {
        assert.deepEqual(readTypedMoney(text, 2), { minor: 1250n }, text);
    }
    assert.deepEqual(readTypedMoney("1 200", 2), { minor: 120000n });
    assert.deepEqual(readTypedMoney("1'200.05", 2), { minor: 120005n });
    assert.deepEqual(readTypedMoney(",5", 2), { minor: 50n });
    assert.deepEqual(readTypedMoney("5.", 2), { minor: 500n });
    assert.deepEqual(readTypedMoney("5000", 0), { minor: 5000n });
});

test("what a person typed wrongly is named", () => {
    const problems = {
        "": "missing",
        "  ": "missing",
        ".": "malformed",
        abc: "malformed",
        "-1": "malformed",
        "1e3": "malformed",
        "1,234.50": "malformed",
        "１": "malformed",
        "0": "notPositive",
        "0.00": "notPositive",
        "1.005": "tooManyDigits",
        [String(largestEntry + 1n)]: "tooLarge",
    };
    for (const [text, problem] of Object.entries(problems)) {
        assert.deepEqual(readTypedMoney(text, 2), { problem }, text);
    }
    assert.deepEqual(readTypedMoney("1.5", 0), { problem: "tooManyDigits" });
    assert.deepEqual(readTypedMoney("9999999999999.99", 2), { minor: largestEntry });
});

test("an amount beyond every floating-point number is shown to the last digit", () => {
    const shown = new Formats("en").money(123456789012345678901234n, { currency: "EUR", minorDigits: 2 });
    assert.equal(shown, "€1,234,567,890,123,456,789,012.34");
});

test("a currency without decimals is shown without them", () => {
    assert.equal(new Formats("en").money(5000n, { currency: "JPY", minorDigits: 0 }), "¥5,000");
    assert.equal(
        new Formats("en").money(5001n, { currency: "KWD", minorDigits: 3 }).replace("\u00a0", " "),
        "KWD 5.001",
    );
});
