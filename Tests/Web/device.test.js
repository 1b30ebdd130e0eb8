// What this device keeps for itself: the lock of the app, and an invite that was opened.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { AppLock, setLock } from "../../Public/outside/app-lock.js";
import { pendingInvite } from "../../Public/outside/pending-invite.js";

class Storage extends Map {
    getItem(key) {
        return this.get(key) ?? null;
    }
    setItem(key, value) {
        this.set(key, value);
    }
    removeItem(key) {
        this.delete(key);
    }
}

let listeners;
let locked;

beforeEach(() => {
    listeners = {};
    locked = 0;
    const listen = (type, listener) => (listeners[type] = listener);
    Object.defineProperty(globalThis, "localStorage", { value: new Storage(), configurable: true });
    Object.defineProperty(globalThis, "sessionStorage", { value: new Storage(), configurable: true });
    globalThis.document = { addEventListener: listen, hidden: false, documentElement: { dataset: {} } };
    globalThis.addEventListener = listen;
    globalThis.history = { state: null, replaced: [], replaceState: (_state, _title, to) => history.replaced.push(to) };
});

async function awayFor(minutes, mock) {
    document.hidden = true;
    listeners.visibilitychange();
    mock.timers.setTime(Date.now() + minutes * 60_000);
    document.hidden = false;
    await listeners.visibilitychange();
}

test("the app locks after as many minutes in the background as were asked for, and not before", async ({ mock }) => {
    mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
    const lock = new AppLock(async () => void (locked += 1));
    await awayFor(60, mock);
    assert.equal(locked, 0, "by default it never locks");
    setLock("5");
    await awayFor(4, mock);
    assert.equal(locked, 0);
    await awayFor(5, mock);
    assert.equal(locked, 1);
    await lock.check();
    assert.equal(locked, 1, "once opened it stays open");
});

test("an app that was ended while it was in the background, or locked, starts locked", async ({ mock }) => {
    mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
    setLock("1");
    const first = new AppLock(() => new Promise(() => {}));
    document.hidden = true;
    listeners.pagehide();
    mock.timers.setTime(Date.now() + 61_000);
    first.check();
    const second = new AppLock(async () => void (locked += 1));
    await second.check();
    assert.equal(locked, 1);
});

test("an invite's secret leaves the address at once, survives a reload in this tab, and is forgotten when used", () => {
    pendingInvite.take({ pathname: "/invite", hash: "#secret" });
    assert.deepEqual(history.replaced, ["/invite"]);
    pendingInvite.held = null;
    assert.equal(pendingInvite.token, "secret");
    pendingInvite.take({ pathname: "/invite", hash: "" });
    assert.equal(pendingInvite.token, "secret");
    pendingInvite.forget();
    assert.equal(pendingInvite.token, null);
    pendingInvite.take({ pathname: "/set-up", hash: "#code" });
    assert.equal(pendingInvite.token, null);
});
