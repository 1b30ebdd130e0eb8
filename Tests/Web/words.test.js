import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { Words } from "../../Public/core/words.js";

const root = new URL("../../Public/", import.meta.url);
const catalogues = readdirSync(new URL("words/", root)).map((file) => ({
    file,
    words: JSON.parse(readFileSync(new URL(`words/${file}`, root), "utf8")),
}));
const english = catalogues.find(({ file }) => file === "en.json").words;

function scripts(folder = root) {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        if (entry.isDirectory()) return scripts(new URL(`${entry.name}/`, folder));
        return entry.name.endsWith(".js") ? [readFileSync(new URL(entry.name, folder), "utf8")] : [];
    });
}

/** Keys named in the scripts: whole, or as a pattern where a part is put in. */
function used() {
    const text = scripts().join("\n");
    const whole = [...text.matchAll(/"([a-z][A-Za-z]*(?:\.[A-Za-z-]+)+)"/g)].map((match) => match[1]);
    const patterns = [...text.matchAll(/(?:say|phrase)\(`([^`]+)`/g)].map((match) =>
        new RegExp(
            `^${
                match[1].replace(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, "[A-Za-z-]+").replaceAll(".", "\\.").replaceAll(
                    "\\.[A-Za-z-]+",
                    "\\.[A-Za-z.-]+",
                )
            }$`,
        )
    );
    return { whole, patterns };
}

test("every text that the scripts ask for is in the catalogue", () => {
    const asked = scripts().flatMap((text) =>
        [...text.matchAll(/\b(?:say|phrase)\("([^"]+)"/g)].map((match) => match[1])
    );
    assert.ok(asked.length > 150);
    assert.deepEqual(asked.filter((key) => !(key in english)), []);
});

test("every text of the catalogue is used", () => {
    const { whole, patterns } = used();
    const unused = Object.keys(english).filter((key) =>
        !whole.includes(key) && !patterns.some((pattern) => pattern.test(key))
    );
    assert.deepEqual(unused, []);
});

test("all languages have the same texts with the same holes", () => {
    const holes = (message) =>
        [...new Set([...JSON.stringify(message).matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].sort();
    for (const { file, words } of catalogues) {
        assert.deepEqual(Object.keys(words).sort(), Object.keys(english).sort(), file);
        for (const key of Object.keys(english)) {
            assert.deepEqual(holes(words[key]), holes(english[key]), `${file}: ${key}`);
        }
    }
});

test("a text with a number takes the form of that number", () => {
    const words = new Words({ "a.count": { one: "{n} day", other: "{n} days" } }, "en");
    assert.deepEqual([0, 1, 2].map((n) => words.say("a.count", { n })), ["0 days", "1 day", "2 days"]);
});

test("a hole can hold an element, and an empty hole or an unknown text is an error", () => {
    const words = new Words({ hello: "Hello {name}!" }, "en");
    const element = { tag: "b" };
    assert.deepEqual(words.parts("hello", { name: element }), ["Hello ", element, "!"]);
    assert.throws(() => words.say("hello"), /\{name\}/);
    assert.throws(() => words.say("bye"), /bye/);
});
