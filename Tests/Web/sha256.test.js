import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { sha256 } from "../../Public/core/sha256.js";

const expected = (text) => createHash("sha256").update(text, "utf8").digest("hex");

test("the digest of the standard's own examples", () => {
    assert.equal(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert.equal(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
});

test("every length around the end of a block, and letters of several bytes, are as another library has them", () => {
    for (let length = 0; length < 200; length++) assert.equal(sha256("é".repeat(length)), expected("é".repeat(length)));
    const long = Array.from(
        { length: 5000 },
        (_, place) => String.fromCodePoint(33 + ((place * 7919) % 60000) % 50000),
    );
    assert.equal(sha256(long.join("")), expected(long.join("")));
});
