// A pattern for every series of a chart, so that none is told from another by its colour alone (WCAG 1.4.1).

import { freshId } from "./build.js";
import { svg } from "./svg.js";

/** The first series is plain; each further one has its own drawing on an 8 × 8 tile. */
const drawings = [
    null,
    ["path", { d: "M-2 2l4-4M0 8l8-8M6 10l4-4", "stroke-width": 2 }],
    ["circle", { cx: 4, cy: 4, r: 1.4, class: "chart-dot" }],
    ["path", { d: "M0 4h8", "stroke-width": 2 }],
    ["path", { d: "M4 0v8", "stroke-width": 2 }],
    ["path", { d: "M0 0l8 8M8 0L0 8", "stroke-width": 1.2 }],
];

/** `{defs, fill(place)}`: what the picture has to hold, and the fill that lies over the colour of a series; null is none. */
export function chartPatterns() {
    const ids = drawings.map((drawing) => drawing && freshId("pattern"));
    const tiles = drawings.map((drawing, place) => drawing && tile(ids[place], drawing));
    const fill = (place) => (place % drawings.length === 0 ? null : `url(#${ids[place % drawings.length]})`);
    return { defs: svg("defs", {}, tiles), fill };
}

function tile(id, [tag, attributes]) {
    const size = { width: 8, height: 8, patternUnits: "userSpaceOnUse" };
    return svg("pattern", { id, ...size }, svg(tag, { class: "chart-stroke", ...attributes }));
}

/** The small square in a legend. */
export function chartKey(colour, fill) {
    const shape = { width: 16, height: 16, rx: 4 };
    return svg("svg", { class: "chart-key", viewBox: "0 0 16 16", "aria-hidden": "true" }, [
        svg("rect", { ...shape, class: "chart-bar", "data-colour": colour }),
        fill && svg("rect", { ...shape, fill }),
    ]);
}
