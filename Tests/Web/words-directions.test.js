import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("../../Public/styles/", import.meta.url);
const sheets = readdirSync(folder).map((file) => [file, readFileSync(new URL(file, folder), "utf8")]);

/** What names a side of the screen instead of an end of the line. A notch is on a side of the screen. */
const physical = [
    /^(margin|padding|border|scroll-margin|scroll-padding)-(left|right)\b/,
    /^(left|right)$/,
    /^border-(top|bottom)-(left|right)-radius$/,
];
const sidedValues = { "text-align": /\b(left|right)\b/, float: /\b(left|right)\b/, clear: /\b(left|right)\b/ };

/** Shorthands of four sides in which the two ends of the line differ. */
const fourSides = new Set(["margin", "padding", "inset", "scroll-padding", "scroll-margin"]);

function declarations(text) {
    const bare = text.replace(/\/\*.*?\*\//gs, "");
    return [...bare.matchAll(/([\w-]+)\s*:\s*([^;{}]+);/g)].map(([, name, value]) => ({ name, value: value.trim() }));
}

/** The parts of a value, brackets kept whole. */
function parts(value) {
    return value.match(/(?:[^\s(]+\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|[^\s(]+)+/g) ?? [];
}

function isSided({ name, value }) {
    if (value.includes("env(safe-area-inset-")) return false;
    if (physical.some((pattern) => pattern.test(name))) return true;
    if (sidedValues[name]?.test(value)) return true;
    const sides = parts(value);
    return fourSides.has(name) && sides.length === 4 && sides[1] !== sides[3];
}

test("the stylesheets name ends of lines, not sides of the screen", () => {
    const found = sheets.flatMap(([file, text]) =>
        declarations(text).filter(isSided).map(({ name, value }) => `${file}: ${name}: ${value}`)
    );
    assert.deepEqual(found, []);
});

test("what the test looks for is found", () => {
    const wrong =
        "a { margin-left: 1px; right: 0; padding: 1px 2px 3px 4px; text-align: left; border-top-left-radius: 1px; }";
    assert.equal(declarations(wrong).filter(isSided).length, 5);
    const right =
        "a { margin-inline-start: 1px; padding: 1px 2px 3px 2px; text-align: start; right: env(safe-area-inset-right); }";
    assert.equal(declarations(right).filter(isSided).length, 0);
});
