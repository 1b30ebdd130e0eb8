import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { expenseAddress, fill, inLedger, match } from "../../Public/screens/route.js";

const table = [{ at: "/a/:x" }, { at: "/a/new" }, { at: "/a/:x/:y" }, { at: "/a/b/:y" }];
const root = new URL("../../Public/", import.meta.url);

test("a fixed part wins over an open one", () => {
    assert.equal(match(table, "/a/new").entry.at, "/a/new");
    assert.deepEqual(match(table, "/a/1").params, { x: "1" });
    assert.equal(match(table, "/a/b/2").entry.at, "/a/b/:y");
    assert.equal(match(table, "/nowhere"), null);
});

test("ids are written into addresses safely and read back", () => {
    assert.equal(fill("/a/:x", { x: "1/2 ü" }), "/a/1%2F2%20%C3%BC");
    assert.equal(match(table, "/a/1%2F2%20%C3%BC").params.x, "1/2 ü");
    assert.deepEqual(match(table, "/a/%ff").params, { x: "%ff" });
    assert.equal(inLedger({ id: "x.y" }, "expenses"), "/ledgers/x.y/expenses");
});

test("the point in the id of what comes of a schedule is no extension in an address", () => {
    assert.equal(expenseAddress({ id: "x.y" }, "s.9", "edit"), "/ledgers/x.y/expenses/s~9/edit");
    assert.equal(match([{ at: "/expenses/:expense" }], "/expenses/s~9").params.expense, "s.9");
});

function files(folder, prefix = "") {
    return readdirSync(new URL(prefix, folder), { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? files(folder, `${prefix}${entry.name}/`) : [`${prefix}${entry.name}`]
    );
}

test("every module is reached from the page: none is dead, and none is fetched late", () => {
    const reached = new Set();
    const visit = (path) => {
        if (reached.has(path)) return;
        reached.add(path);
        const text = readFileSync(new URL(path, root), "utf8");
        for (const [, target] of text.matchAll(/^(?:import|export) [^;]*?from "([^"]+)";/gms)) {
            visit(new URL(target, new URL(path, root)).href.slice(root.href.length));
        }
        assert.doesNotMatch(text, /\bimport\(/, `${path} imports late`);
    };
    visit("app.js");
    const modules = files(root).filter((path) => path.endsWith(".js") && path !== "service-worker.js");
    assert.deepEqual(modules.filter((path) => !reached.has(path)), []);
});

test("only outside/ talks to the world, and nothing builds elements from text", () => {
    for (const path of files(root).filter((path) => path.endsWith(".js"))) {
        const text = readFileSync(new URL(path, root), "utf8");
        assert.doesNotMatch(
            text,
            /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\(|setAttribute\("style"/,
            path,
        );
        if (!path.startsWith("outside/") && path !== "service-worker.js") {
            assert.doesNotMatch(text, /\bfetch\(|new EventSource|indexedDB|localStorage/, path);
        }
        if (path.startsWith("core/")) {
            assert.doesNotMatch(text, /\b(?:document|window|navigator|location)\b\.|from "\.\.\//, path);
        }
    }
});

test("every file that the page names is there", () => {
    const page = readFileSync(new URL("index.html", root), "utf8");
    const named = [...page.matchAll(/(?:href|src)="\/([^"]+)"/g)].map((found) => found[1]);
    const icons = JSON.parse(readFileSync(new URL("manifest.webmanifest", root), "utf8")).icons.map(({ src }) =>
        src.slice(1)
    );
    const present = files(root);
    assert.deepEqual([...named, ...icons].filter((path) => !present.includes(path)), []);
    const styles = present.filter((path) => path.endsWith(".css"));
    assert.deepEqual(styles.filter((path) => !named.includes(path)), []);
    assert.equal(page.split("<!-- integrity -->").length, 2);
    assert.doesNotMatch(page, /<script(?![^>]*src=)|\son\w+=|style=/);
});
