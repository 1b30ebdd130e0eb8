import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { expenseAddress, fill, inLedger, match } from "../../Public/screens/route.js";

const table = [{ at: "/a/:x" }, { at: "/a/new" }, { at: "/a/:x/:y" }, { at: "/a/b/:y" }];
/** What an entry of the import map needs in the compressed page: digests do not compress. */
const digestLength = 50;
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

/** The modules that a module imports, and the screens that it names for later. */
function importsOf(path) {
    const text = readFileSync(new URL(path, root), "utf8");
    const at = (target) => new URL(target, new URL(path, root)).href.slice(root.href.length);
    return {
        now: [...text.matchAll(/^(?:import|export) [^;]*?from "([^"]+)";/gms)].map(([, target]) => at(target)),
        later: [...text.matchAll(/\blate\(\s*"([^"]+)",\s*"([^"]+)"/g)].map(([, file, name]) => ({
            path: `screens/${file}`,
            name,
        })),
    };
}

/** What is reached from the page: at its start, or also later. */
function reached({ later }) {
    const found = new Set();
    const visit = (path) => {
        if (found.has(path)) return;
        found.add(path);
        const imports = importsOf(path);
        for (const target of imports.now) visit(target);
        if (later) { for (const { path: target } of imports.later) visit(target); }
    };
    visit("first-words.js");
    visit("app.js");
    return found;
}

const modules = files(root).filter((path) => path.endsWith(".js") && path !== "service-worker.js");

test("every module is reached from the page: none is dead", () => {
    const all = reached({ later: true });
    assert.deepEqual(modules.filter((path) => !all.has(path)), []);
});

test("only screens come late, through the table of addresses, and each is there under the name it is wanted by", () => {
    for (const path of modules) {
        const text = readFileSync(new URL(path, root), "utf8");
        if (path !== "outside/parts.js") assert.doesNotMatch(text, /\bimport\(/, `${path} imports late`);
        for (const { path: target, name } of importsOf(path).later) {
            assert.match(
                readFileSync(new URL(target, root), "utf8"),
                new RegExp(`export (async )?function ${name}\\b`),
            );
        }
    }
});

test("every name that is imported is there", () => {
    for (const path of modules) {
        const text = readFileSync(new URL(path, root), "utf8");
        for (const [, names, target] of text.matchAll(/^import \{([^}]*)\} from "([^"]+)";/gms)) {
            const exported = readFileSync(new URL(target, new URL(path, root)), "utf8");
            for (const name of names.split(",").map((one) => one.trim().split(" as ")[0]).filter(Boolean)) {
                const pattern = new RegExp(
                    `^export (async )?(function|class|const|let) ${name}\\b|^export \\{[^}]*\\b${name}\\b`,
                    "m",
                );
                assert.match(exported, pattern, `${path} wants ${name} of ${target}`);
            }
        }
    }
});

test("what is loaded first leaves room below 150 KB: its files, with the longest words, and the import map are less than 135", () => {
    const page = readFileSync(new URL("index.html", root), "utf8");
    const named = [...page.matchAll(/(?:href|src)="\/([^"]+\.(?:css|json|js))"/g)].map((found) => found[1]);
    const first = new Set([...reached({ later: false }), ...named, "words/de.json"]);
    const size = [...first].reduce((sum, path) => sum + gzipSync(readFileSync(new URL(path, root))).length, 0);
    const entries = modules.length * digestLength;
    assert.ok(size + entries < 135_000, `${first.size} files have ${size} bytes, the import map about ${entries}`);
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
    const icons = JSON.parse(readFileSync(new URL("manifest.webmanifest", root), "utf8")).icons.map(({ src }) => src);
    const present = files(root);
    assert.deepEqual([...named, ...icons].filter((path) => !present.includes(path)), []);
    const styles = present.filter((path) => path.endsWith(".css"));
    assert.deepEqual(styles.filter((path) => !named.includes(path)), []);
    assert.equal(page.split("<!-- integrity -->").length, 2);
    assert.doesNotMatch(page, /<script(?![^>]*src=)|\son\w+=|style=/);
});
