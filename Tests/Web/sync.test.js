import assert from "node:assert/strict";
import { test } from "node:test";
import { Formats } from "../../Public/core/formats.js";
import { hasLink, placeOf } from "../../Public/core/invitation.js";
import { isLanding } from "../../Public/core/landing.js";
import { partDone } from "../../Public/core/progress.js";
import { everyItem } from "../../Public/outside/pages.js";
import { ours } from "../../Public/screens/route.js";

const code = `SC1.${"A".repeat(43)}.0f1e`;

test("a link in an invitation is found, wherever it stands in the text", () => {
    assert.ok(hasLink(`Join our flat: https://1drv.ms/f/s!AbC?e=1\nThe code is ${code}`));
    assert.ok(hasLink("(http://127.0.0.1:8080/s/1)"));
    for (const text of ["", code, "https:// nothing", "ftp://example.org/x"]) assert.equal(hasLink(text), false, text);
});

test("where a ledger is can be a link, a path, or told by the invitation", () => {
    assert.deepEqual(placeOf(" https://1drv.ms/f/s!x "), { shareLink: "https://1drv.ms/f/s!x" });
    assert.deepEqual(placeOf(" SplitClone/Flat "), { path: "SplitClone/Flat" });
    assert.deepEqual(placeOf(""), { path: "." });
    assert.deepEqual(placeOf("", { isToldElsewhere: true }), {});
    assert.deepEqual(placeOf("Other/Place", { isToldElsewhere: true }), { path: "Other/Place" });
});

test("a sign-in comes back to the root with a state and a code or an error, and to nowhere else", () => {
    const lands = (address) => isLanding(new URL(address, "http://localhost:8080"));
    assert.ok(lands("/?code=M.C5_x&state=y"));
    assert.ok(lands("/?error=access_denied&error_description=no&state=y"));
    for (const address of ["/", "/?code=x", "/?state=y", "/ledgers?code=x&state=y"]) {
        assert.ok(!lands(address), address);
    }
});

test("how far a pull has come is told by bytes, else by files, else not at all", () => {
    assert.equal(partDone({ bytes: 200, bytesDone: 50, segments: 4, segmentsDone: 3 }), 0.25);
    assert.equal(partDone({ bytes: 0, bytesDone: 0, segments: 4, segmentsDone: 3 }), 0.75);
    assert.equal(partDone({ bytes: 0, bytesDone: 0, segments: 0, segmentsDone: 0 }), null);
    assert.equal(partDone({ bytes: 100, bytesDone: 130, segments: 1, segmentsDone: 1 }), 1);
});

test("sizes are written for people", () => {
    const formats = new Formats("en-GB");
    assert.equal(formats.bytes(0), "0 byte");
    assert.equal(formats.bytes(999), "999 byte");
    assert.equal(formats.bytes(1000), "1 kB");
    assert.equal(formats.bytes(3_449_000), "3.45 MB");
    assert.equal(formats.bytes(5e12), "5,000 GB");
});

test("an address to go on to is one of this app, or none", () => {
    assert.equal(ours("/ledgers/join"), "/ledgers/join");
    for (const address of [null, "", "ledgers", "//evil.example", "/\\evil.example", "https://evil.example"]) {
        assert.equal(ours(address), null, String(address));
    }
});

test("a list is read page after page", async () => {
    const pages = {
        "/devices?limit=500": { items: [1, 2], next: "a b" },
        "/devices?limit=500&cursor=a%20b": { items: [3], next: null },
    };
    assert.deepEqual(await everyItem(async (path) => pages[path], "/devices"), [1, 2, 3]);
});
