import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { Words } from "../../Public/core/words.js";
import { readCatalogues } from "./catalogues.js";

const root = new URL("../../Public/", import.meta.url);
const { first, books, catalogues } = readCatalogues();
const english = catalogues.en;

function scripts(folder = root, isMeant = () => true) {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const at = new URL(entry.name, folder);
        if (entry.isDirectory()) return scripts(new URL(`${at.href}/`), isMeant);
        return entry.name.endsWith(".js") && isMeant(at.href.slice(root.href.length)) ? [readFileSync(at, "utf8")] : [];
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
    for (const [language, words] of Object.entries(catalogues)) {
        assert.deepEqual(Object.keys(words).sort(), Object.keys(english).sort(), language);
        for (const key of Object.keys(english)) {
            assert.deepEqual(holes(words[key]), holes(english[key]), `${language}: ${key}`);
        }
    }
});

test("a text is in one book only, and every book has all languages", () => {
    for (const [name, book] of Object.entries(books)) {
        assert.deepEqual(Object.keys(book).sort(), Object.keys(first).sort(), name);
        const others = Object.entries(books).filter(([other]) => other !== name).map(([, { en }]) => en);
        const twice = Object.keys(book.en).filter((key) => [first.en, ...others].some((words) => key in words));
        assert.deepEqual(twice, [], name);
    }
});

test("a text of a later book is asked for where that book is there", () => {
    for (const [name, { en }] of Object.entries(books)) {
        const strangers = scripts(root, (path) => !path.startsWith(`screens/${name}/`)).join("\n");
        const asked = new Set([...strangers.matchAll(/"([a-z][A-Za-z]*(?:\.[A-Za-z-]+)+)"/g)].map((match) => match[1]));
        assert.deepEqual(Object.keys(en).filter((key) => asked.has(key)), [], name);
    }
});

test("what was learned later is said like the rest", () => {
    const words = new Words({ hello: "Hello {name}!" }, "en");
    words.learn({ bye: "Bye {name}!" });
    assert.deepEqual([words.say("hello", { name: "Ben" }), words.say("bye", { name: "Ben" })], [
        "Hello Ben!",
        "Bye Ben!",
    ]);
});

test("a text with a number takes the form of that number", () => {
    const words = new Words({ "a.count": { one: "{n} day", other: "{n} days" } }, "en");
    assert.deepEqual([0, 1, 2].map((n) => words.say("a.count", { n })), ["0 days", "1 day", "2 days"]);
});

test("numbers in texts are written as the reader writes them", () => {
    const catalogue = { days: { one: "{n} day", other: "{n} days" } };
    assert.equal(new Words(catalogue, "en", "en-GB").say("days", { n: 12345 }), "12,345 days");
    assert.equal(new Words(catalogue, "de", "de-AT").say("days", { n: 1234567 }), "1\u00a0234\u00a0567 days");
    assert.equal(new Words(catalogue, "de").say("days", { n: 12345 }), "12.345 days");
});

test("a hole can hold an element, and an empty hole or an unknown text is an error", () => {
    const words = new Words({ hello: "Hello {name}!" }, "en");
    const element = { tag: "b" };
    assert.deepEqual(words.parts("hello", { name: element }), ["Hello ", element, "!"]);
    assert.throws(() => words.say("hello"), /\{name\}/);
    assert.throws(() => words.say("bye"), /bye/);
});
