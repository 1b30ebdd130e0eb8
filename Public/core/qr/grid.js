// The modules of a code as they lie in a picture that may be turned and seen at an angle.

/** Modules around where the small square of the fourth corner should be, in which it is looked for. */
const around = 3;

/** The small square: dark around light around dark. */
const alignment = ["#####", "#   #", "# # #", "#   #", "#####"];

/** Rows of the code: `rows[y][x]` is true for what is dark. */
export function sampled(picture, { topLeft, topRight, bottomLeft }, version) {
    const width = 17 + 4 * version;
    const across = { x: (topRight.x - topLeft.x) / (width - 7), y: (topRight.y - topLeft.y) / (width - 7) };
    const down = { x: (bottomLeft.x - topLeft.x) / (width - 7), y: (bottomLeft.y - topLeft.y) / (width - 7) };
    const flat = (u, v) => ({
        x: topLeft.x + (u - 3.5) * across.x + (v - 3.5) * down.x,
        y: topLeft.y + (u - 3.5) * across.y + (v - 3.5) * down.y,
    });
    const fourth = version === 1 ? null : fourthCorner(picture, flat(width - 6.5, width - 6.5), across, down);
    const [near, far] = [3.5, width - 3.5];
    const place = fourth
        ? perspective([[near, near, topLeft], [far, near, topRight], [near, far, bottomLeft], [
            width - 6.5,
            width - 6.5,
            fourth,
        ]])
        : flat;
    return Array.from(
        { length: width },
        (_, y) => Array.from({ length: width }, (_, x) => isDarkAt(picture, place(x + 0.5, y + 0.5))),
    );
}

function isDarkAt({ isDark }, { x, y }) {
    return isDark(Math.round(x), Math.round(y));
}

/** Where the small square fits best near where it should be; null when it is nowhere to be seen. */
function fourthCorner(picture, { x, y }, across, down) {
    let best = { fits: 21, far: Infinity };
    for (let u = -around; u <= around; u += 0.25) {
        for (let v = -around; v <= around; v += 0.25) {
            const centre = { x: x + u * across.x + v * down.x, y: y + u * across.y + v * down.y };
            const fits = fitAt(picture, centre, across, down);
            const far = Math.hypot(u, v);
            if (fits > best.fits || (fits === best.fits && far < best.far)) best = { fits, far, centre };
        }
    }
    return best.centre ?? null;
}

function fitAt(picture, centre, across, down) {
    let fits = 0;
    alignment.forEach((row, v) =>
        [...row].forEach((module, u) => {
            const x = centre.x + (u - 2) * across.x + (v - 2) * down.x;
            const y = centre.y + (u - 2) * across.y + (v - 2) * down.y;
            if (isDarkAt(picture, { x, y }) === (module === "#")) fits += 1;
        })
    );
    return fits;
}

/** The projection that takes four places of the code, `[u, v, {x, y}]`, to where they are seen. */
function perspective(points) {
    const rows = points.flatMap(([u, v, { x, y }]) => [
        [u, v, 1, 0, 0, 0, -u * x, -v * x, x],
        [0, 0, 0, u, v, 1, -u * y, -v * y, y],
    ]);
    const [a, b, c, d, e, f, g, h] = solved(rows);
    return (u, v) => {
        const depth = g * u + h * v + 1;
        return { x: (a * u + b * v + c) / depth, y: (d * u + e * v + f) / depth };
    };
}

/** Gauss' elimination with the largest pivot. */
function solved(rows) {
    const count = rows.length;
    for (let step = 0; step < count; step++) {
        const best = rows.slice(step).reduce((most, row) => (Math.abs(row[step]) > Math.abs(most[step]) ? row : most));
        rows.splice(rows.indexOf(best), 1);
        rows.splice(step, 0, best.map((value) => value / best[step]));
        for (const [place, row] of rows.entries()) {
            if (place === step) continue;
            rows[place] = row.map((value, column) => value - row[step] * rows[step][column]);
        }
    }
    return rows.map((row) => row[count]);
}
