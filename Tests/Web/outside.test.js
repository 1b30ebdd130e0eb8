// What each file of outside/ makes of the browser it finds, with a browser of our own around it.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { showOnIcon } from "../../Public/outside/badge.js";
import { readBook, readSentences } from "../../Public/outside/catalogue.js";
import { Database } from "../../Public/outside/database.js";
import { Doorbell } from "../../Public/outside/doorbell.js";
import { fetchFile } from "../../Public/outside/files.js";
import { part } from "../../Public/outside/parts.js";
import { proveItIsMe, usePasskey } from "../../Public/outside/passkeys.js";
import { freeAgain, quietMoment } from "../../Public/outside/pauses.js";
import { applyAppearance, prefer, preference } from "../../Public/outside/preferences.js";
import { repeatWhileShown } from "../../Public/outside/repetition.js";
import { isServerReady, serverFigures, serverHealth } from "../../Public/outside/server-state.js";
import { Shelf } from "../../Public/outside/shelf.js";
import { SyncWatch } from "../../Public/outside/sync-watch.js";
import { late } from "../../Public/screens/late.js";

let listeners;
let sources;

class FakeEventSource extends EventTarget {
    static CLOSED = 2;
    readyState = 1;

    constructor(address) {
        super();
        this.address = address;
        sources.push(this);
    }

    close() {
        this.readyState = FakeEventSource.CLOSED;
    }
}

function define(name, value) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

beforeEach(() => {
    [listeners, sources] = [{}, []];
    const listen = (type, listener) => (listeners[type] = listener);
    define("document", { hidden: false, addEventListener: listen, documentElement: { dataset: {} } });
    define("addEventListener", listen);
    define("EventSource", FakeEventSource);
    const kept = new Map();
    define("localStorage", { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) });
});

const settle = () => new Promise(setImmediate);

test("the doorbell rings while the page is seen, rests while it is hidden, and catches up on every return", () => {
    const [rung, opened] = [[], []];
    let returned = 0;
    const onReturn = () => (returned += 1);
    const bell = new Doorbell({ onRing: (ring) => rung.push(ring), onReturn, onOpen: () => opened.push(1) });
    listeners.online();
    assert.equal(sources.length, 0, "nobody is signed in");
    bell.listen();
    sources[0].onopen();
    sources[0].dispatchEvent(Object.assign(new Event("ledger"), { data: '{"ledgerId":"L","revision":3}' }));
    assert.deepEqual([rung, opened], [[{ ledgerId: "L", revision: 3 }], [1]]);
    document.hidden = true;
    listeners.visibilitychange();
    assert.equal(sources[0].readyState, 2);
    document.hidden = false;
    listeners.visibilitychange();
    listeners.pageshow({ persisted: false });
    assert.deepEqual([sources.length, returned], [2, 1]);
    listeners.pageshow({ persisted: true });
    assert.deepEqual([sources.length, returned, sources[1].readyState], [3, 2, 2], "opened anew, the old one closed");
    bell.rest();
    listeners.online();
    assert.deepEqual([sources.length, returned], [3, 2]);
});

test("a stream that was refused is tried again after a while, one that merely broke is left to the browser", ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    new Doorbell({ onRing() {}, onReturn() {} }).listen();
    sources[0].onerror();
    mock.timers.tick(20_000);
    assert.equal(sources.length, 1);
    sources[0].readyState = FakeEventSource.CLOSED;
    sources[0].onerror();
    mock.timers.tick(9_999);
    assert.equal(sources.length, 1);
    mock.timers.tick(1);
    assert.equal(sources.length, 2);
});

test("how a ledger stands is looked at often while something moves, seldom otherwise, never without a folder", async ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const ledgers = { moving: { state: "syncing" }, resting: { state: "inSync", pendingEvents: 0 }, alone: undefined };
    const looked = [];
    const opened = (id) => ({ sync: ledgers[id] });
    const watch = new SyncWatch({ opened, learnSync: async (id) => void looked.push(id) });
    const pass = async (seconds) => {
        for (let n = 0; n < seconds; n++) {
            mock.timers.tick(1000);
            await settle();
        }
    };
    watch.follow("moving");
    await pass(12);
    assert.deepEqual(looked.splice(0), ["moving", "moving", "moving"]);
    watch.follow("resting");
    await pass(61);
    assert.deepEqual(looked.splice(0), ["resting"]);
    document.hidden = true;
    await pass(120);
    document.hidden = false;
    watch.follow("alone");
    await pass(300);
    assert.deepEqual(looked, []);
});

test("what is looked at again and again rests while hidden and ends with its element", async ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const element = { isConnected: true };
    let times = 0;
    repeatWhileShown(element, 2, () => (times += 1));
    const tick = async () => {
        mock.timers.tick(2000);
        await Promise.resolve();
        await Promise.resolve();
    };
    await tick();
    document.hidden = true;
    await tick();
    document.hidden = false;
    await tick();
    element.isConnected = false;
    await tick();
    await tick();
    assert.equal(times, 2);
});

test("a preference is one of its values, survives nonsense, and shows at once", () => {
    assert.equal(preference("theme"), "system");
    prefer("theme", "dark");
    assert.deepEqual([preference("theme"), document.documentElement.dataset.theme], ["dark", "dark"]);
    localStorage.setItem("splitclone", '{"theme":"pink","glass":"solid"}');
    applyAppearance();
    assert.deepEqual({ ...document.documentElement.dataset }, { theme: "system", glass: "solid" });
    localStorage.setItem("splitclone", "{");
    assert.equal(preference("lock"), "never");
    define("localStorage", {
        getItem: () => null,
        setItem: () => {
            throw new Error("forbidden");
        },
    });
    prefer("theme", "light");
    assert.equal(document.documentElement.dataset.theme, "light");
});

test("a part that can not be fetched says whether the server is away or has another version", async () => {
    const refused = (error) => () => Promise.reject(error);
    const missing = new TypeError("Failed to fetch dynamically imported module");
    define("fetch", async () => new Response(null, { status: 200 }));
    await assert.rejects(part("settle.js", refused(missing)), { code: "other-version" });
    await assert.rejects(part("settle.js", refused(new SyntaxError("no such export"))), { code: "other-version" });
    define("fetch", () => Promise.reject(missing));
    await assert.rejects(part("settle.js", refused(missing)), { code: "unreachable" });
    await assert.rejects(part("settle.js", refused(new RangeError("of its own"))), RangeError);
    assert.equal(typeof (await part("late.js")).late, "function");
});

test("a late screen is fetched once; what failed is tried again", async () => {
    let tries = 0;
    const screen = late("none.js", "shown", async () => {
        tries += 1;
        if (tries === 1) throw new TypeError("gone");
        return { shown: (...given) => given };
    });
    await assert.rejects(screen(1), TypeError);
    assert.deepEqual([await screen(1, 2), await screen(3), tries], [[1, 2], [3], 2]);
});

test("a late screen that needs further words comes with them; without them it does not come", async () => {
    const asked = [];
    let isAway = true;
    const fetchPart = async () => ({ words: "moving", shown: () => asked.join() });
    const screen = late("none.js", "shown", fetchPart, async (book) => {
        asked.push(book);
        if (isAway) throw new TypeError("gone");
    });
    await assert.rejects(screen(), TypeError);
    isAway = false;
    assert.equal(await screen(), "moving,moving");
    define("navigator", { languages: ["en"] });
    const silent = { ok: true, json: async () => ({ "app.name": "SplitClone" }) };
    define("fetch", async () => silent);
    assert.deepEqual(await readBook("moving", async (path) => ({ ok: true, json: async () => ({ path }) })), {
        path: "/words/moving/en.json",
    });
    await assert.rejects(readBook("moving", () => Promise.reject(new TypeError("gone"))), { code: "unreachable" });
    await assert.rejects(readBook("moving", async () => ({ ok: false })), { code: "other-version" });
});

test("what the server says of itself, and nothing while it is away", async () => {
    const json = { headers: { "Content-Type": "application/json" } };
    define(
        "fetch",
        async (path) => path === "/health" ? new Response('{"status":"ok"}', json) : new Response("figures 1"),
    );
    assert.deepEqual([await serverHealth(), await isServerReady(), await serverFigures()], [
        { status: "ok" },
        true,
        "figures 1",
    ]);
    define("fetch", async () => new Response("no", { status: 503 }));
    assert.deepEqual([await isServerReady(), await serverFigures()], [false, null]);
    define("fetch", () => Promise.reject(new TypeError("gone")));
    assert.deepEqual([await serverHealth(), await isServerReady()], [{}, false]);
});

test("a file of the server's comes under its own name; a refusal is a problem", async () => {
    const headers = {
        "Content-Disposition": 'attachment; filename="anna.csv"',
        "Content-Type": "text/csv; charset=utf-8",
    };
    define("fetch", async () => new Response("a;b", { headers }));
    const file = await fetchFile("/api/v1/x/csv");
    assert.deepEqual([file.name, file.type, await file.text()], ["anna.csv", "text/csv", "a;b"]);
    define("fetch", async () => new Response("", { status: 404 }));
    await assert.rejects(fetchFile("/x"), { code: "status-404" });
    define("fetch", () => Promise.reject(new TypeError("gone")));
    await assert.rejects(fetchFile("/x"), { code: "unreachable" });
});

test("English needs no sentences of the server; another language does without them when they are missing", async () => {
    define("fetch", () => assert.fail("asked for English"));
    assert.deepEqual(await readSentences("en"), {});
    define("fetch", async () => new Response('{"No.":"Nein."}'));
    assert.deepEqual(await readSentences("de"), { "No.": "Nein." });
    define("fetch", async () => new Response("", { status: 404 }));
    assert.deepEqual(await readSentences("de"), {});
});

test("the number on the icon is set, cleared, and left alone where there is none", () => {
    const shown = [];
    const set = (count) => Promise.resolve(shown.push(count));
    define("navigator", { setAppBadge: set, clearAppBadge: () => Promise.reject(shown.push("none")) });
    showOnIcon(3);
    showOnIcon(0);
    define("navigator", {});
    showOnIcon(1);
    assert.deepEqual(shown, [3, "none"]);
});

test("a key that is refused says why", async () => {
    const refusing = (name) =>
        define("navigator", { credentials: { get: () => Promise.reject(new DOMException("", name)) } });
    for (
        const [name, code] of [
            ["NotAllowedError", "passkey-cancelled"],
            ["InvalidStateError", "passkey-known"],
            ["SecurityError", "passkey-failed"],
        ]
    ) {
        refusing(name);
        await assert.rejects(proveItIsMe(), { code });
    }
    define("navigator", { credentials: { get: async () => null } });
    await assert.rejects(proveItIsMe(), { code: "passkey-cancelled" });
    define("PublicKeyCredential", { parseRequestOptionsFromJSON: (json) => json });
    define("navigator", { credentials: { get: async ({ publicKey }) => ({ toJSON: () => publicKey.challenge }) } });
    assert.equal(await usePasskey({ publicKey: { challenge: "abc" } }), "abc");
});

test("long work lets the page have a turn, short work does not wait", async () => {
    let turns = 0;
    define("requestIdleCallback", (done) => {
        turns += 1;
        setImmediate(done);
    });
    await quietMoment();
    await freeAgain();
    const before = turns;
    await freeAgain();
    assert.equal(turns, before, "no time has passed");
    const end = performance.now() + 12;
    while (performance.now() < end);
    await freeAgain();
    assert.equal(turns, before + 1);
    delete globalThis.requestIdleCallback;
    await quietMoment();
});

test("without a database the shelf keeps nothing, and nobody hears of it", async () => {
    const failing = {
        open: () => {
            throw new DOMException("", "SecurityError");
        },
    };
    const shelf = new Shelf(new Database(failing));
    assert.deepEqual([await shelf.read("me"), await shelf.keep("me", 1), await shelf.readPairs("x")], [
        undefined,
        undefined,
        [],
    ]);
    await settle();
});
