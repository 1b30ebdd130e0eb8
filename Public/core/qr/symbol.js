// From the modules of a code to its text (ISO/IEC 18004): which mask, in which order the bits lie, and how they are protected.

import { corrected } from "./reed-solomon.js";
import { textOf } from "./segments.js";

/** By level, for versions 1 to 10: protecting bytes of each block, and how many blocks there are (table 9). */
const levels = {
    1: { protecting: [7, 10, 15, 20, 26, 18, 20, 24, 30, 18], blocks: [1, 1, 1, 1, 1, 2, 2, 2, 2, 4] },
    0: { protecting: [10, 16, 26, 18, 24, 16, 18, 22, 22, 26], blocks: [1, 1, 1, 2, 2, 4, 4, 4, 5, 5] },
    3: { protecting: [13, 22, 18, 26, 18, 24, 18, 22, 20, 24], blocks: [1, 1, 2, 2, 4, 4, 6, 6, 8, 8] },
    2: { protecting: [17, 28, 22, 16, 22, 28, 26, 26, 24, 28], blocks: [1, 1, 2, 4, 4, 4, 5, 6, 8, 8] },
};

/** What a mask turns over (§7.8.2). */
const masks = [
    (x, y) => (x + y) % 2 === 0,
    (_x, y) => y % 2 === 0,
    (x) => x % 3 === 0,
    (x, y) => (x + y) % 3 === 0,
    (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
    (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
    (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
    (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Null when it is no code, or too much of it is damaged. */
export function readSymbol(rows, version) {
    const format = formatOf(rows);
    if (!format) return null;
    const bytes = bytesIn(rows, version, masks[format.mask]);
    const data = dataIn(bytes, levels[format.level].protecting[version - 1], levels[format.level].blocks[version - 1]);
    return data && textOf(data, version);
}

/** Level and mask stand twice in fifteen bits of which three may be wrong (§7.9). */
function formatOf(rows) {
    const last = rows.length - 1;
    const first = [0, 1, 2, 3, 4, 5, 7, 8].map((y) => rows[y][8]).concat([7, 5, 4, 3, 2, 1, 0].map((x) => rows[8][x]));
    const second = Array.from({ length: 15 }, (_, bit) => bit < 8 ? rows[8][last - bit] : rows[last - 14 + bit][8]);
    const known = Array.from({ length: 32 }, (_, value) => ({ value, bits: formatBits(value) }));
    const far = (bits, seen) => seen.filter((one, bit) => one !== Boolean((bits >> bit) & 1)).length;
    const ranked = known.map(({ value, bits }) => ({ value, far: Math.min(far(bits, first), far(bits, second)) }));
    const best = ranked.reduce((least, one) => (one.far < least.far ? one : least));
    return best.far > 3 ? null : { level: best.value >> 3, mask: best.value & 7 };
}

function formatBits(value) {
    let rest = value;
    for (let bit = 0; bit < 10; bit++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
    return ((value << 10) | rest) ^ 0x5412;
}

/** The bytes in the order in which they were laid: columns of two, up and down, from the right (§7.7.3). */
function bytesIn(rows, version, mask) {
    const width = rows.length;
    const isTaken = patternsOf(version);
    const bits = [];
    for (let right = width - 1; right > 0; right -= 2) {
        if (right === 6) right = 5;
        const isUpwards = ((right + 1) & 2) === 0;
        for (let step = 0; step < width; step++) {
            const y = isUpwards ? width - 1 - step : step;
            for (const x of [right, right - 1]) if (!isTaken(x, y)) bits.push(rows[y][x] !== mask(x, y));
        }
    }
    return Array.from(
        { length: bits.length >> 3 },
        (_, place) => bits.slice(8 * place, 8 * place + 8).reduce((byte, bit) => 2 * byte + (bit ? 1 : 0), 0),
    );
}

/** What is no data: the corners with the format, the dotted lines, the small squares, the version. */
function patternsOf(version) {
    const width = 17 + 4 * version;
    const centres = alignmentCentres(version);
    const inSquare = (x, y) =>
        centres.some((u) =>
            centres.some((v) => {
                const isCorner = (u === 6 && v === 6) || (u === 6 && v === width - 7) || (u === width - 7 && v === 6);
                return !isCorner && Math.abs(x - u) <= 2 && Math.abs(y - v) <= 2;
            })
        );
    const inVersion = (x, y) => version >= 7 && ((x >= width - 11 && y < 6) || (y >= width - 11 && x < 6));
    const inCorner = (x, y) => (x < 9 && y < 9) || (x >= width - 8 && y < 9) || (x < 9 && y >= width - 8);
    return (x, y) => x === 6 || y === 6 || inCorner(x, y) || inSquare(x, y) || inVersion(x, y);
}

function alignmentCentres(version) {
    if (version === 1) return [];
    const last = 10 + 4 * version;
    return version < 7 ? [6, last] : [6, Math.round((6 + last) / 4) * 2, last];
}

/** The blocks lie woven into each other; the later ones may be a byte longer (§7.6). Null when one is beyond repair. */
function dataIn(bytes, protecting, count) {
    const shorter = count - (bytes.length % count);
    const lengths = Array.from(
        { length: count },
        (_, place) => Math.floor(bytes.length / count) - protecting + (place < shorter ? 0 : 1),
    );
    const blocks = lengths.map(() => []);
    let next = 0;
    for (let place = 0; place < lengths.at(-1); place++) {
        lengths.forEach((length, block) => place < length && blocks[block].push(bytes[next++]));
    }
    for (let place = 0; place < protecting; place++) blocks.forEach((block) => block.push(bytes[next++]));
    const whole = blocks.map((block) => corrected(block, protecting));
    return whole.includes(null) ? null : whole.flatMap((block) => block.slice(0, -protecting));
}
