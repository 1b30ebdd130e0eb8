// Specimens of what everything else is made of: colours, type, distances, glass, motion, icons.

import { colours as people } from "../core/people.js";
import { h } from "../elements/build.js";
import { button, hero } from "../elements/controls.js";
import { icon, iconNames } from "../elements/icon.js";
import { disc } from "../elements/person.js";

const [anna, ben] = [{ name: "Anna", colour: "blue" }, { name: "Ben", colour: "orange" }];
const inks = ["ink", "ink-quiet", "accent", "good", "warn", "bad"];
const grounds = ["base", "card", "card-strong", "sheet", "well", "accent-soft", "bad-soft"];
const sizes = ["tiny", "mini", "small", "note", "quiet", "body", "lead", "large", "head", "sub", "title"];

export function colours() {
    return {
        "What is written": h("ul", { class: "swatches" }, inks.map((name) => swatch(name, "ink"))),
        "What it is written on": h("ul", { class: "swatches" }, grounds.map((name) => swatch(name, "ground"))),
        "People": h("ul", { class: "swatches" }, people.map((name) => swatch(name, "ground"))),
    };
}

function swatch(name, kind) {
    const sample = h("span", {
        class: `swatch ${kind}`,
        "aria-hidden": "true",
        variables: { "--shown": `var(--${name})` },
    }, "Aa");
    return h("li", {}, sample, h("code", {}, `--${name}`));
}

export function type() {
    const line = (size) => {
        const words = h(
            "span",
            { class: "type-sample", variables: { "--shown": `var(--type-${size})` } },
            "€1,234.50 Dinner",
        );
        return h("li", {}, words, h("code", {}, `--type-${size}`));
    };
    return {
        "Sizes": h("ul", { class: "swatches" }, sizes.map(line)),
        "Amounts stand in columns": [hero("€1,111.11"), hero("€8,888.88")],
    };
}

export function space() {
    const bar = (name) => {
        const length = h("span", {
            class: "space-sample",
            "aria-hidden": "true",
            variables: { "--shown": `var(--${name})` },
        });
        return h("li", {}, length, h("code", {}, `--${name}`));
    };
    const corner = (name) => {
        const shape = h("span", {
            class: "corner-sample",
            "aria-hidden": "true",
            variables: { "--shown": `var(--${name})` },
        });
        return h("li", {}, shape, h("code", {}, `--${name}`));
    };
    const corners = ["round-tiny", "round-small", "round", "round-large", "round-full"];
    return {
        "Distances": h("ul", { class: "swatches" }, [1, 2, 3, 4, 5, 6, 7].map((step) => bar(`space-${step}`))),
        "Corners": h("ul", { class: "swatches" }, corners.map(corner)),
    };
}

export function glass() {
    const rules = [
        "A card is translucent and has a rim, a sheen and one soft shadow. It is not blurred: there are many of them.",
        "The bar, the tabs and nothing else are blurred; never one glass inside another.",
        "Where contrast or solid surfaces are wished for, glass turns into a plain surface.",
    ];
    return {
        "Rules": h("ul", { class: "points" }, rules.map((rule) => h("li", {}, rule))),
        "A list in a card": h("ul", { class: "inset" }, h("li", { class: "row plain-row" }, "What lies in a well")),
    };
}

export function motion() {
    const box = h("span", { class: "motion-sample", "aria-hidden": "true" });
    const play = (name) => () => {
        box.dataset.motion = "";
        requestAnimationFrame(() => requestAnimationFrame(() => (box.dataset.motion = name)));
    };
    const kinds = [["snap", "Snap: buttons, rows, cards"], ["pop", "Pop: what is new"], [
        "sheet",
        "Sheet: no overshoot",
    ]];
    return {
        "Springs": [
            box,
            h("div", { class: "ways" }, kinds.map(([name, label]) => button({ label, onclick: play(name) }))),
        ],
    };
}

export function icons() {
    const one = (name) => h("li", {}, icon(name), h("code", {}, name));
    return {
        "All of them": h("ul", { class: "swatches icons" }, iconNames.map(one)),
        "Between two people": h("p", { class: "payment-people" }, disc(anna), icon("arrow"), disc(ben)),
    };
}
