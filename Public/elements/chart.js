// Charts as inline SVG, drawn element by element. Colour is never alone: every series has a pattern and its name, and the same
// numbers stand in a table behind.

import { freshId, h } from "./build.js";
import { chartKey, chartPatterns } from "./chart-patterns.js";
import { svg as draw } from "./svg.js";
import { say } from "./voice.js";

const size = Object.freeze({ width: 340, height: 190, left: 4, right: 4, top: 18, bottom: 22 });

/**
 * `series`: `[{label, colour, values}]`, one value for each of `labels`, as BigInt. `stacked` puts them on each other, else they
 * stand side by side. `amount(value)` writes one. The figure holds the picture, its legend and the table.
 */
export function barChart({ title, text, labels, series, amount, stacked = false }) {
    const picture = frame(title, text);
    const patterns = chartPatterns();
    picture.append(patterns.defs);
    const top = highest(series, labels.length, stacked);
    const slot = (size.width - size.left - size.right) / labels.length;
    labels.forEach((label, place) => {
        const left = size.left + place * slot;
        const bars = stacked ? stack(series, place, top) : sideBySide(series, place, top);
        picture.append(
            ...bars.flatMap((bar, one) => barIn(bar, left, slot, patterns.fill(one))),
            below(label, left + slot / 2),
        );
    });
    picture.append(line(floor()), topMark(amount(BigInt(Math.round(top)))));
    return figure(picture, { title, labels, series, amount, patterns });
}

function frame(title, text) {
    const [titleId, textId] = [freshId("chart"), freshId("chart")];
    const attributes = { class: "chart", viewBox: `0 0 ${size.width} ${size.height}`, role: "img" };
    return draw("svg", { ...attributes, "aria-labelledby": `${titleId} ${textId}` }, [
        draw("title", { id: titleId }, title),
        draw("desc", { id: textId }, text),
    ]);
}

function floor() {
    return size.height - size.bottom;
}

function highest(series, count, stacked) {
    const at = (place) => series.map(({ values }) => Math.max(0, Number(values[place])));
    const tops = Array.from({ length: count }, (_, place) => {
        const values = at(place);
        return stacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values);
    });
    return Math.max(0, ...tops);
}

function heightOf(value, top) {
    return (Math.max(0, Number(value)) / (top || 1)) * (floor() - size.top);
}

/** Bars as `{colour, from, to, part, parts}`: heights above the floor, and which part of the slot's width. */
function stack(series, place, top) {
    let from = 0;
    return series.map(({ colour, values }) => {
        const bar = { colour, from, to: from + heightOf(values[place], top), part: 0, parts: 1 };
        from = bar.to;
        return bar;
    });
}

function sideBySide(series, place, top) {
    return series.map(({ colour, values }, part) => {
        return { colour, from: 0, to: heightOf(values[place], top), part, parts: series.length };
    });
}

/** The bar in its colour, and over it its pattern. */
function barIn({ colour, from, to, part, parts }, left, slot, fill) {
    const width = Math.min(44, slot * 0.76);
    const one = width / parts;
    const x = left + (slot - width) / 2 + part * one;
    const height = Math.max(0, to - from - (from > 0 ? 1 : 0));
    const shape = { x, y: floor() - to, width: Math.max(1, one - 1), height, rx: Math.min(3, height / 2) };
    const bar = draw("rect", { ...shape, class: "chart-bar", "data-colour": colour });
    return fill && height > 0 ? [bar, draw("rect", { ...shape, fill })] : [bar];
}

function below(label, x) {
    return draw("text", { class: "chart-label", x, y: size.height - 6, "text-anchor": "middle" }, label);
}

function line(y) {
    return draw("line", { class: "chart-line", x1: size.left, x2: size.width - size.right, y1: y, y2: y });
}

function topMark(text) {
    const mark = draw("text", { class: "chart-label", x: size.left, y: size.top - 6 }, text);
    return draw("g", {}, line(size.top), mark);
}

function figure(picture, { title, labels, series, amount, patterns }) {
    const keys = series.map(({ label, colour }, place) => h("li", {}, chartKey(colour, patterns.fill(place)), label));
    const head = h("tr", {}, h("td", {}), series.map(({ label }) => h("th", { scope: "col" }, label)));
    const rows = labels.map((label, place) => {
        const cells = series.map(({ values }) => h("td", { class: "amount" }, amount(values[place])));
        return h("tr", {}, h("th", { scope: "row" }, label), cells);
    });
    const caption = h("caption", { class: "unseen" }, title);
    const table = h("table", { class: "figures" }, caption, h("thead", {}, head), h("tbody", {}, rows));
    const scroller = h("div", { class: "figures-frame", tabindex: "0", role: "region", "aria-label": title }, table);
    return h("figure", { class: "chart-figure" }, [
        picture,
        h("ul", { class: "chart-keys" }, keys),
        h("details", { class: "fold", "data-key": `table ${title}` }, h("summary", {}, say("chart.table")), scroller),
    ]);
}
