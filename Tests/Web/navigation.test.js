import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

let shown;
let listeners;

beforeEach(() => {
    shown = [];
    listeners = {};
    globalThis.history = { replaceState: (_state, _title, address) => shown.push(address) };
    globalThis.document = { addEventListener() {} };
    globalThis.addEventListener = (type, listener) => listeners[type] = listener;
});

const { Navigation } = await import("../../Public/screens/navigation.js");

/** Lets each address be gone to when it is said so. */
function slowly() {
    const allow = {};
    const mayGo = (address) => new Promise((done) => allow[address] = () => done(true));
    return { allow, navigation: new Navigation(() => {}, mayGo) };
}

test("who goes on while a screen is still fetched stays where they went last", async () => {
    const { allow, navigation } = slowly();
    const both = [navigation.go("/sign-in", { replace: true }), navigation.go("/gone", { replace: true })];
    allow["/gone"]();
    allow["/sign-in"]();
    await Promise.all(both);
    assert.deepEqual(shown, ["/gone"]);
});

test("who goes back while a screen is still fetched is not led on to it", async () => {
    const { allow, navigation } = slowly();
    navigation.listen();
    const going = navigation.go("/expenses", { replace: true });
    listeners.popstate({ state: null });
    allow["/expenses"]();
    await going;
    assert.deepEqual(shown, []);
});
