import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { basePath, inApp, isInApp, onHost } from "../../Public/core/root-path.js";

const root = new URL("../../Public/", import.meta.url);

test("at the top an address is the browser's as it is, below a path the path stands before it", () => {
    assert.equal(basePath, "");
    assert.equal(onHost("/ledgers?a#b"), "/ledgers?a#b");
    assert.equal(onHost("/ledgers?a#b", "/split"), "/split/ledgers?a#b");
    assert.equal(onHost("/", "/home/split"), "/home/split/");
    for (const other of ["#stage", "?repair", "https://a.example/b", "//a.example/b", "/\\a.example", "blob:x"]) {
        assert.equal(onHost(other, "/split"), other);
    }
});

test("what the browser tells is understood without the path, also where the app has an address of that name", () => {
    const at = (address, base) => inApp(new URL(address, "https://a.example"), base);
    assert.equal(at("/ledgers/1?a#b", "").href, "https://a.example/ledgers/1?a#b");
    assert.equal(at("/split/ledgers/1?a#b", "/split").href, "https://a.example/ledgers/1?a#b");
    assert.equal(at("/split/", "/split").pathname, "/");
    assert.equal(at("/ledgers/ledgers/new", "/ledgers").pathname, "/ledgers/new");
    assert.equal(at("/splitter/x", "/split").pathname, "/splitter/x");
    assert.deepEqual(["/split/", "/split/x", "/splitter/", "/"].map((path) => isInApp(path, "/split")), [
        true,
        true,
        false,
        false,
    ]);
});

test("no script and no style hands an address of the app to the browser, or takes one from it, past the base path", () => {
    const scripts = readdirSync(root, { recursive: true }).filter((path) => /\.(js|css)$/.test(path));
    const found = scripts.flatMap((path) =>
        readFileSync(new URL(path, root), "utf8").split("\n").filter((line) =>
            /\b(fetch|EventSource|Worker|register|replaceState|pushState)\([^)]*?["'`]\/[a-z]/.test(line) &&
                !line.includes("onHost(") ||
            /\blocation\.(pathname|href)\b/.test(line) || /\.(href|src) = ["'`]\//.test(line) ||
            /url\(["']?\//.test(line) || /(from|import\() ?["'`]\//.test(line)
        ).map((line) => `${path}: ${line.trim()}`)
    );
    // What came back from a sign-in elsewhere is told to the server whole; and the worker, which stands alone, knows its place by itself.
    const known = ["app.js: app.landing = location.href;", "service-worker.js: const base = location.pathname"];
    assert.deepEqual(found.filter((line) => !known.some((one) => line.startsWith(one))), []);
});

test("the manifest finds everything from where it lies itself", () => {
    const manifest = JSON.parse(readFileSync(new URL("manifest.webmanifest", root), "utf8"));
    const at = (address) => new URL(address, "https://a.example/split/manifest.webmanifest").href;
    assert.equal(at(manifest.start_url), "https://a.example/split/");
    assert.equal(at(manifest.scope), "https://a.example/split/");
    const images = [manifest, ...manifest.shortcuts].flatMap(({ icons }) => icons.map(({ src }) => src));
    for (const address of [...images, ...manifest.shortcuts.map(({ url }) => url)]) {
        assert.ok(at(address).startsWith("https://a.example/split/"), address);
    }
});
