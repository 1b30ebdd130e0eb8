// Reads a QR code (ISO/IEC 18004) out of a picture, for browsers that can not: versions 1 to 10, which is far more than a join code
// needs.

import { darkness } from "./darkness.js";
import { finders, triples } from "./finder.js";
import { sampled } from "./grid.js";
import { readSymbol } from "./symbol.js";

/** `{data, width, height}` as a canvas gives it, four bytes a pixel. Answers the text of the first code found, or null. */
export function decodeQR(image) {
    const picture = darkness(image);
    for (const corners of triples(finders(picture))) {
        for (const version of likelyVersions(corners)) {
            const text = readSymbol(sampled(picture, corners, version), version);
            if (text !== null) return text;
        }
    }
    return null;
}

/** By the distance of the corners in modules, which turned squares seem to have fewer of; at an angle it may be one off. */
function likelyVersions({ topLeft, topRight, bottomLeft, size }) {
    const length = (one) => Math.max(Math.abs(one.x - topLeft.x), Math.abs(one.y - topLeft.y));
    const distance = (one) => Math.hypot(one.x - topLeft.x, one.y - topLeft.y) ** 2 / length(one);
    const modules = (distance(topRight) + distance(bottomLeft)) / 2 / size + 7;
    const version = Math.round((modules - 17) / 4);
    return [version, version + 1, version - 1].filter((one) => one >= 1 && one <= 10);
}
