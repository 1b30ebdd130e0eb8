// What the app finds out about its browser, how it installs and renews itself there, and how it reads QR codes.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

function define(name, value) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

const settle = () => new Promise(setImmediate);

/** The module as a page loads it that finds this browser. */
let loads = 0;
const load = (file) => import(`../../Public/outside/${file}?${++loads}`);

const phone = {
    userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1",
    maxTouchPoints: 5,
};

beforeEach(() => {
    define("isSecureContext", true);
    define("location", { hostname: "books.example" });
    define("navigator", {});
    define("matchMedia", () => ({ matches: false }));
    define("PublicKeyCredential", undefined);
    define("document", { hidden: false, addEventListener() {} });
});

test("a browser is named after its device, and told apart from others of its kind", async () => {
    define("navigator", { ...phone, standalone: true });
    const { platform } = await load("platform.js");
    assert.equal(platform.deviceName, "iPhone · Safari");
    assert.deepEqual([platform.isApple, platform.isAndroid, platform.isAlone], [true, false, true]);
    define("navigator", { userAgent: "Mozilla/5.0 (Linux; Android 15) Chrome/130.0 Mobile Safari/537.36" });
    const { platform: other } = await load("platform.js");
    assert.equal(other.deviceName, "Android · Chrome");
    assert.deepEqual([other.isApple, other.isAndroid, other.isAlone], [false, true, false]);
    define("navigator", {});
    assert.equal((await load("platform.js")).platform.deviceName, "Browser");
});

test("over plain http nothing is installed; passkeys want a name as well", async () => {
    define("navigator", { serviceWorker: {} });
    define("PublicKeyCredential", { parseCreationOptionsFromJSON() {} });
    const able = async () => {
        const { platform: { canInstall, hasPasskeys } } = await load("platform.js");
        return [canInstall, hasPasskeys];
    };
    assert.deepEqual(await able(), [true, true]);
    define("location", { hostname: "192.168.1.5" });
    assert.deepEqual(await able(), [true, false]);
    define("location", { hostname: "[fd00::a]" });
    assert.deepEqual(await able(), [true, false]);
    define("location", { hostname: "books.example" });
    define("isSecureContext", false);
    assert.deepEqual(await able(), [false, false]);
});

test("what is copied arrives also where there is no clipboard to write to; a refused clipboard is an empty one", async () => {
    const taken = [];
    const field = { select: () => taken.push("select"), remove: () => taken.push("remove") };
    define("document", {
        createElement: () => field,
        querySelector: () => null,
        body: { append: (one) => taken.push(one === field) },
        execCommand: (name) => taken.push([name, field.value]),
    });
    const { copy, pasted, share } = await load("platform.js");
    await copy("SC1-code");
    assert.deepEqual(taken, [true, "select", ["copy", "SC1-code"], "remove"]);
    const refused = () => Promise.reject(new DOMException("", "NotAllowedError"));
    define("navigator", {
        clipboard: { writeText: async (text) => taken.push(text), readText: refused },
        share: refused,
    });
    await copy("again");
    assert.equal(taken.at(-1), "again");
    assert.equal(await pasted(), null);
    assert.equal(await share("text"), undefined);
});

test("the question whether to install is kept until somebody wants it, and is asked once", async () => {
    const listeners = {};
    define("addEventListener", (type, listener) => (listeners[type] = listener));
    const { installPrompt } = await load("install-prompt.js");
    assert.equal(installPrompt.isReady, false);
    let isHeld = false;
    listeners.beforeinstallprompt({
        preventDefault: () => (isHeld = true),
        prompt: async () => ({ outcome: "accepted" }),
    });
    assert.deepEqual([isHeld, installPrompt.isReady], [true, true]);
    assert.equal(await installPrompt.ask(), true);
    assert.equal(installPrompt.isReady, false);
    listeners.beforeinstallprompt({ preventDefault() {}, prompt: async () => ({ outcome: "dismissed" }) });
    assert.equal(await installPrompt.ask(), false);
});

/** A browser with a service worker, of which the page has `controller`; what is waiting is told through `registration`. */
function browserWith(controller) {
    const container = Object.assign(new EventTarget(), { controller, registered: [] });
    const registration = Object.assign(new EventTarget(), { waiting: null, updates: 0 });
    registration.update = async () => void (registration.updates += 1);
    container.register = async (...how) => {
        container.registered.push(how);
        return registration;
    };
    const listeners = {};
    define("navigator", { serviceWorker: container });
    define("document", { hidden: false, addEventListener: (type, listener) => (listeners[type] = listener) });
    define("location", { hostname: "books.example", reloads: 0, reload: () => (location.reloads += 1) });
    return { container, registration, listeners };
}

const newShell = () =>
    Object.assign(new EventTarget(), {
        state: "installing",
        told: [],
        postMessage(text) {
            this.told.push(text);
        },
    });

test("a newer shell is offered when it is ready, and takes over when that is wanted", async ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const { container, registration, listeners } = browserWith({});
    const { install } = await load("installation.js");
    const offers = [];
    await install((apply) => offers.push(apply), () => true);
    assert.deepEqual(container.registered, [["/service-worker.js", { updateViaCache: "none" }]]);
    const arriving = registration.installing = newShell();
    registration.dispatchEvent(new Event("updatefound"));
    arriving.dispatchEvent(new Event("statechange"));
    await settle();
    assert.equal(offers.length, 0, "not before it is installed");
    arriving.state = "installed";
    arriving.dispatchEvent(new Event("statechange"));
    await settle();
    assert.equal(offers.length, 1);
    offers[0]();
    assert.deepEqual(arriving.told, ["takeOver"]);
    container.dispatchEvent(new Event("controllerchange"));
    await settle();
    assert.equal(location.reloads, 1);
    listeners.visibilitychange();
    assert.equal(registration.updates, 1);
    document.hidden = true;
    listeners.visibilitychange();
    assert.equal(registration.updates, 1, "nobody looks");
});

test("neither the offer nor a shell that another tab asked for comes between somebody and a form", async ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const { container, registration } = browserWith({});
    registration.waiting = newShell();
    const { install } = await load("installation.js");
    const offers = [];
    let isFree = false;
    const pass = async () => {
        mock.timers.tick(600);
        await settle();
    };
    await install((apply) => offers.push(apply), () => isFree);
    container.dispatchEvent(new Event("controllerchange"));
    await pass();
    await pass();
    assert.deepEqual([offers.length, location.reloads], [0, 0]);
    isFree = true;
    await pass();
    assert.deepEqual([offers.length, location.reloads], [1, 1]);
});

test("the first shell of a page takes over without a word", async () => {
    const { container, registration } = browserWith(null);
    registration.waiting = newShell();
    const { install } = await load("installation.js");
    await install(() => assert.fail("nothing is newer"), () => true);
    container.dispatchEvent(new Event("controllerchange"));
    await settle();
    assert.equal(location.reloads, 0);
});

test("only the address of our own service worker passes Trusted Types", async () => {
    const { container } = browserWith({});
    let rules;
    define("trustedTypes", { createPolicy: (_name, given) => (rules = given) });
    const { install } = await load("installation.js");
    await install(() => {}, () => true);
    assert.equal(container.registered[0][0], "/service-worker.js");
    assert.throws(() => rules.createScriptURL("/other.js"), TypeError);
    define("trustedTypes", undefined);
});

/** A canvas that notes how large it was made, and whatever is drawn on it. */
function canvases(seen) {
    define("document", {
        createElement: () => ({
            getContext: () => ({
                drawImage: () => {},
                getImageData: (_x, _y, width, height) => {
                    seen.push([width, height]);
                    return { data: new Uint8ClampedArray(4) };
                },
            }),
        }),
    });
}

test("a picture is looked at in several sizes, and given back; what is no picture has no code", async () => {
    const seen = [];
    canvases(seen);
    let closed = 0;
    define("createImageBitmap", async () => ({ width: 4000, height: 3000, close: () => (closed += 1) }));
    const { readPicture } = await load("scanner.js");
    assert.equal(await readPicture({}, ({ width }) => (width === 1280 ? "SC1-code" : null)), "SC1-code");
    assert.deepEqual(seen.slice(0, 2), [[640, 480], [1280, 960]]);
    assert.equal(await readPicture({}, () => null), null);
    assert.equal(closed, 2);
    define("createImageBitmap", () => Promise.reject(new DOMException("", "InvalidStateError")));
    assert.equal(await readPicture({}, () => assert.fail("nothing to look at")), null);
});

test("a browser that reads QR codes itself is asked first; one that fails at it is helped", async () => {
    canvases([]);
    define("createImageBitmap", async () => ({ width: 10, height: 10, close() {} }));
    const { readPicture } = await load("scanner.js");
    define(
        "BarcodeDetector",
        class {
            detect = async () => [{ rawValue: "from the browser" }];
        },
    );
    assert.equal(await readPicture({}, () => "from us"), "from the browser");
    define(
        "BarcodeDetector",
        class {
            detect = () => Promise.reject(new DOMException("", "NotSupportedError"));
        },
    );
    assert.equal(await readPicture({}, () => "from us"), "from us");
    delete globalThis.BarcodeDetector;
});

test("the camera is watched until there is a code that is wanted, one look after the other, or nobody looks any more", async ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    canvases([]);
    const { watch } = await load("scanner.js");
    const texts = [null, "something else", "SC1-code"];
    const video = { isConnected: true, readyState: 0, videoWidth: 640, videoHeight: 480 };
    const found = watch(video, (text) => text.startsWith("SC1"), () => texts.shift());
    const look = async () => {
        mock.timers.tick(200);
        await settle();
    };
    await look();
    assert.equal(texts.length, 3, "it does not show anything yet");
    video.readyState = 4;
    for (let looks = 0; looks < 3; looks++) await look();
    assert.equal(await found, "SC1-code");
    const nothing = watch(video, () => true, () => null);
    await look();
    video.isConnected = false;
    await look();
    assert.equal(await nothing, null);
});

test("the camera at the back is asked for, without sound, and every part of it is switched off", async () => {
    let asked;
    const tracks = [{ stop: () => (tracks[0].isOff = true) }, { stop: () => (tracks[1].isOff = true) }];
    const getUserMedia = async (what) => {
        asked = what;
        return { getTracks: () => tracks };
    };
    define("navigator", { mediaDevices: { getUserMedia } });
    const { canScan, closeCamera, openCamera } = await load("scanner.js");
    assert.equal(canScan, true);
    closeCamera(await openCamera());
    assert.deepEqual(asked, { video: { facingMode: "environment" }, audio: false });
    assert.deepEqual(tracks.map(({ isOff }) => isOff), [true, true]);
    define("navigator", {});
    assert.equal((await load("scanner.js")).canScan, false);
});
