// The three large squares in the corners: dark, light, dark, light, dark in widths of 1, 1, 3, 1, 1, whichever way one crosses them.

/** How many of those that were seen most often are tried as corners. */
const tried = 7;

/** `[{x, y, size}]`, the size of one module in pixels; what was seen in most rows first. */
export function finders({ width, height, isDark }) {
    const found = [];
    for (let y = 0; y < height; y++) {
        for (const { middle } of crossings((x) => isDark(x, y), width)) {
            const down = through((step) => isDark(Math.round(middle), step), y);
            if (!down) continue;
            const across = through((step) => isDark(step, Math.round(down.middle)), Math.round(middle));
            if (across) note(found, { x: across.middle, y: down.middle, size: (across.size + down.size) / 2 });
        }
    }
    return found.sort((a, b) => b.count - a.count).slice(0, tried);
}

/** Every place in a line where the five widths fit, as `{middle}`. */
function crossings(isDark, length) {
    const [ends, found] = [[0], []];
    for (let place = 1, before = isDark(0); place <= length; place++) {
        const now = place < length && isDark(place);
        if (place === length || now !== before) ends.push(place);
        before = now;
    }
    for (let run = isDark(0) ? 0 : 1; run + 5 < ends.length; run += 2) {
        const width = (part) => ends[run + part + 1] - ends[run + part];
        if (!sizeOf(width(0), width(1), width(2), width(3), width(4))) continue;
        found.push({ middle: (ends[run + 2] + ends[run + 3]) / 2 });
    }
    return found;
}

/** The five widths around a place inside the middle one, or null. */
function through(isDark, start) {
    if (!isDark(start)) return null;
    const edge = (from, step, dark) => {
        let place = from;
        while (isDark(place) === dark && Math.abs(place - from) < 4096) place += step;
        return place;
    };
    const before = [edge(start, -1, true)];
    const after = [edge(start, 1, true)];
    for (const dark of [false, true]) {
        before.push(edge(before.at(-1), -1, dark));
        after.push(edge(after.at(-1), 1, dark));
    }
    const [a, b, c] = before;
    const [d, e, f] = after;
    const size = sizeOf(b - c, a - b, d - a - 1, e - d, f - e);
    return size && { middle: (a + d) / 2, size };
}

/** The width of one module, or null when the five do not fit: each may be half a module off. */
function sizeOf(a, b, c, d, e) {
    const size = (a + b + c + d + e) / 7;
    if (size < 1) return null;
    const off = Math.max(1, size * 0.6);
    const fits = Math.max(Math.abs(a - size), Math.abs(b - size), Math.abs(d - size), Math.abs(e - size)) <= off;
    return fits && Math.abs(c - 3 * size) <= Math.max(1, size * 0.6 * Math.sqrt(3)) ? size : null;
}

/** The same square is seen in many rows. */
function note(found, one) {
    const known = found.find((other) => Math.hypot(other.x - one.x, other.y - one.y) < 3 * one.size);
    if (!known) return found.push({ ...one, count: 1 });
    for (const key of ["x", "y", "size"]) known[key] = (known[key] * known.count + one[key]) / (known.count + 1);
    known.count += 1;
}

/** Every three that may be the corners of one code, the most square first: `{topLeft, topRight, bottomLeft, size}`. */
export function triples(all) {
    const found = [];
    for (const topLeft of all) {
        for (const topRight of all) {
            for (const bottomLeft of all) {
                const crooked = crookedness(topLeft, topRight, bottomLeft);
                if (crooked < 1) {
                    found.push({
                        topLeft,
                        topRight,
                        bottomLeft,
                        size: meanSize(topLeft, topRight, bottomLeft),
                        crooked,
                    });
                }
            }
        }
    }
    return found.sort((a, b) => a.crooked - b.crooked).slice(0, 8);
}

function meanSize(...three) {
    return three.reduce((sum, { size }) => sum + size, 0) / 3;
}

/** How far from a right angle with equal sides and equal squares; the bottom left lies clockwise of the top right. */
function crookedness(corner, right, below) {
    const [ax, ay, bx, by] = [right.x - corner.x, right.y - corner.y, below.x - corner.x, below.y - corner.y];
    const [a, b] = [Math.hypot(ax, ay), Math.hypot(bx, by)];
    if (a < 1 || b < 1 || ax * by - ay * bx <= 0) return Infinity;
    const sizes = [corner.size, right.size, below.size];
    const angle = Math.abs(ax * bx + ay * by) / (a * b);
    return angle + Math.abs(a - b) / Math.max(a, b) + (Math.max(...sizes) / Math.min(...sizes) - 1);
}
