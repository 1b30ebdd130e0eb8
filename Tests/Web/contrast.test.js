// The colours of the stylesheets, laid over each other as on the screen, against WCAG 2.2 (1.4.3: text 4.5:1, 1.4.11: 3:1).

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const text = readFileSync(new URL("../../Public/styles/tokens.css", import.meta.url), "utf8");

/** The declarations of the first block after `head`. */
function block(head) {
    const start = text.indexOf("{", text.indexOf(head)) + 1;
    assert.ok(start > 0 && text.includes(head), `tokens.css has no block ${head}`);
    const lines = text.slice(start, text.indexOf("}", start)).matchAll(/(--[a-z-]+):\s*([^;]+);/g);
    return Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
}

const light = block(":root {");
const systemDark = block(':root:not([data-theme="light"])');
const chosenDark = block(':root[data-theme="dark"]');
const solid = block(':root[data-glass="solid"]');
const asked = block(":root:root {");
const themes = { light, dark: { ...light, ...chosenDark } };
for (const [name, theme] of Object.entries(themes)) themes[`${name}, solid`] = { ...theme, ...solid };

/** `[red, green, blue, alpha]` of a token, each 0…1. */
function colour(theme, name) {
    const value = theme[name];
    assert.ok(value, `no token ${name}`);
    if (value.startsWith("var(")) return colour(theme, value.slice(4, -1));
    if (value === "transparent") return [0, 0, 0, 0];
    const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(value)?.[1];
    if (hex) return [...(hex.length === 3 ? [...hex].map((one) => one + one) : hex.match(/../g)).map(byte), 1];
    const parts = /^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)$/.exec(value);
    assert.ok(parts, `${name} is not a colour that can be reckoned with: ${value}`);
    return [...parts.slice(1, 4).map((one) => Number(one) / 255), Number(parts[4])];
}

function byte(hex) {
    return parseInt(hex, 16) / 255;
}

/** What is seen when the first lies over the second. */
function over([red, green, blue, alpha], below) {
    return [...[red, green, blue].map((one, place) => one * alpha + below[place] * (1 - alpha)), 1];
}

function luminance(rgb) {
    const [red, green, blue] = rgb.map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
    const [dark, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
}

const people = ["--blue", "--orange", "--purple", "--green", "--pink", "--red"];
const glows = ["--glow-one", "--glow-two", "--glow-three"];

/** Every ground that something is written on, by name: the light behind the glass at its strongest and where there is none. */
function surfaces(theme) {
    const at = (name) => colour(theme, name);
    const grounds = [at("--base"), ...glows.map((glow) => over(at(glow), at("--base")))];
    const cards = grounds.flatMap((ground) => {
        const card = over(at("--card"), ground);
        return [card, over(at("--sheen"), card)];
    });
    const scrolled = [...grounds, ...cards, at("--accent")];
    return {
        ground: grounds,
        card: cards,
        "card-strong": [...grounds, ...cards, at("--sheet")].map((below) => over(at("--card-strong"), below)),
        sheet: [at("--sheet")],
        chrome: scrolled.map((below) => over(at("--chrome"), below)),
        well: [...cards, at("--sheet")].map((below) => over(at("--well"), below)),
    };
}

const everywhere = ["ground", "card", "card-strong", "sheet", "chrome", "well"];

/** What may be written where. */
const written = {
    "--ink": everywhere,
    "--ink-quiet": everywhere,
    "--accent": everywhere,
    "--good": ["ground", "card", "card-strong", "sheet", "well"],
    "--warn": ["card", "sheet", "well"],
    "--bad": everywhere,
};

/** Tints that lie between a surface and what is written on it. */
const tints = {
    "--accent-soft": ["--ink", "--ink-quiet", "--accent"],
    "--bad-soft": ["--ink", "--ink-quiet", "--bad"],
};

/** `[what, ratio]` of everything below the bar. */
function below(bar, pairs) {
    return pairs.map(([what, one, other]) => [what, contrast(one, other)]).filter(([, ratio]) => ratio < bar)
        .map(([what, ratio]) => `${what}: ${ratio.toFixed(2)}`);
}

for (const [name, theme] of Object.entries(themes)) {
    const at = (token) => colour(theme, token);
    const grounds = surfaces(theme);

    test(`${name}: text can be read on every surface it stands on`, () => {
        const pairs = Object.entries(written).flatMap(([token, places]) =>
            places.flatMap((place) => grounds[place].map((ground) => [`${token} on ${place}`, at(token), ground]))
        );
        assert.deepEqual(below(4.5, pairs), []);
    });

    test(`${name}: text can be read on tints and on filled buttons`, () => {
        const tinted = Object.entries(tints).flatMap(([tint, tokens]) =>
            ["card", "card-strong", "sheet", "chrome"].flatMap((place) =>
                grounds[place].flatMap((ground) =>
                    tokens.map((token) => [`${token} on ${tint} on ${place}`, at(token), over(at(tint), ground)])
                )
            )
        );
        const filled = [
            ["--on-accent on --accent", at("--on-accent"), at("--accent")],
            ["--on-accent on --accent-strong", at("--on-accent"), at("--accent-strong")],
            ["--sheet on --bad", at("--sheet"), at("--bad")],
            ...people.map((person) => [`initials on ${person}`, at("--on-person"), at(person)]),
        ];
        assert.deepEqual(below(4.5, [...tinted, ...filled]), []);
    });

    test(`${name}: the edges of controls, the focus, and every person's colour stand out`, () => {
        const marks = ["--focus", "--accent", "--good", "--warn", "--bad", ...people];
        const places = Object.fromEntries(marks.map((token) => [token, ["ground", "card", "sheet"]]));
        places["--edge"] = ["card", "sheet"]; // Fields and choices stand in cards and sheets only.
        const pairs = Object.entries(places).flatMap(([token, list]) =>
            list.flatMap((place) => grounds[place].map((ground) => [`${token} on ${place}`, at(token), ground]))
        );
        assert.deepEqual(below(3, pairs), []);
    });
}

test("the dark of the system and the dark that was chosen are the same", () => {
    assert.deepEqual(systemDark, chosenDark);
});

test("the dark names every colour that the light has", () => {
    const own = (name) => /#|rgb\(/.test(light[name]);
    assert.deepEqual(Object.keys(light).filter((name) => own(name) && !(name in chosenDark)), []);
});

test("glass is solid alike, whether a person or the system asks for it", () => {
    for (const name of ["--card", "--card-strong", "--chrome", "--sheen"]) assert.equal(asked[name], solid[name]);
});
