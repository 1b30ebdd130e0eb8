// What is dark in a picture: darker than its surroundings, so that a shadow over half of it does no harm. Every pixel of every
// look through the camera comes through here, on slow phones too: so there is one pass for the sums and one for the answer.

/** The surroundings reach so far, as a part of the picture. */
const reach = 1 / 8;

/** How dark something has to be, compared with them. */
const contrast = 0.9;

/** `{width, height, isDark(x, y)}`; beyond the picture all is light. */
export function darkness({ data, width, height }) {
    const grey = greyOf(data, width * height);
    const dark = darkIn(grey, sumsOf(grey, width, height), width, height);
    const isDark = (x, y) => x >= 0 && y >= 0 && x < width && y < height && dark[y * width + x] === 1;
    return { width, height, isDark };
}

/** Eight times as bright as each pixel is, which needs no fractions. */
function greyOf(data, count) {
    const grey = new Uint16Array(count);
    for (let place = 0, at = 0; place < count; place++, at += 4) {
        grey[place] = data[at] * 2 + data[at + 1] * 5 + data[at + 2];
    }
    return grey;
}

/** At each place the sum of everything above and to the left of it. */
function sumsOf(grey, width, height) {
    const sums = new Float64Array((width + 1) * (height + 1));
    for (let y = 0; y < height; y++) {
        let row = 0;
        for (let x = 0, above = y * (width + 1) + 1; x < width; x++, above++) {
            row += grey[y * width + x];
            sums[above + width + 1] = sums[above] + row;
        }
    }
    return sums;
}

function darkIn(grey, sums, width, height) {
    const radius = Math.max(4, Math.round(Math.max(width, height) * reach));
    const dark = new Uint8Array(width * height);
    for (let y = 0; y < height; y++) {
        const [top, bottom] = [Math.max(0, y - radius), Math.min(height, y + radius + 1)];
        const [above, below] = [top * (width + 1), bottom * (width + 1)];
        for (let x = 0; x < width; x++) {
            const left = x < radius ? 0 : x - radius;
            const right = x + radius + 1 > width ? width : x + radius + 1;
            const sum = sums[below + right] - sums[below + left] - sums[above + right] + sums[above + left];
            const isDark = grey[y * width + x] * (right - left) * (bottom - top) < sum * contrast;
            dark[y * width + x] = isDark ? 1 : 0;
        }
    }
    return dark;
}
