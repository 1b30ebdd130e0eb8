// Reed–Solomon over GF(256), as QR codes use it (x⁸+x⁴+x³+x²+1): finds wrong bytes and puts them right.

const powers = new Uint8Array(510);
const logarithms = new Uint8Array(256);
for (let exponent = 0, value = 1; exponent < 255; exponent++) {
    powers[exponent] = powers[exponent + 255] = value;
    logarithms[value] = exponent;
    value = (value << 1) ^ (value & 0x80 ? 0x11d : 0);
}

function times(a, b) {
    return a === 0 || b === 0 ? 0 : powers[logarithms[a] + logarithms[b]];
}

function over(a, b) {
    return a === 0 ? 0 : powers[logarithms[a] + 255 - logarithms[b]];
}

/** The value of a polynomial, the lowest coefficient first. */
function valueAt(polynomial, x) {
    return polynomial.reduceRight((sum, coefficient) => times(sum, x) ^ coefficient, 0);
}

/** The block put right, or null when more is wrong than its last `protecting` bytes can mend. */
export function corrected(block, protecting) {
    const lowestFirst = [...block].reverse();
    const syndromes = Array.from({ length: protecting }, (_, power) => valueAt(lowestFirst, powers[power]));
    if (syndromes.every((one) => one === 0)) return block;
    const locator = locatorOf(syndromes);
    const wrong = block.map((_, place) => place).filter((place) => valueAt(locator, powers[255 - place]) === 0);
    if (wrong.length !== locator.length - 1 || 2 * wrong.length > protecting) return null;
    const evaluator = product(syndromes, locator).slice(0, protecting);
    const derivative = locator.map((one, power) => (power % 2 === 1 ? one : 0)).slice(1);
    const mended = [...block];
    for (const place of wrong) {
        const inverse = powers[255 - place];
        const error = times(powers[place % 255], over(valueAt(evaluator, inverse), valueAt(derivative, inverse)));
        mended[block.length - 1 - place] ^= error;
    }
    const left = [...mended].reverse();
    return syndromes.every((_, power) => valueAt(left, powers[power]) === 0) ? mended : null;
}

/** The polynomial whose roots are where the errors are (Berlekamp and Massey). */
function locatorOf(syndromes) {
    let [locator, before, length, shift, scale] = [[1], [1], 0, 1, 1];
    for (let step = 0; step < syndromes.length; step++) {
        let difference = syndromes[step];
        for (let k = 1; k <= length; k++) difference ^= times(locator[k] ?? 0, syndromes[step - k]);
        if (difference === 0) {
            shift += 1;
            continue;
        }
        const factor = over(difference, scale);
        const moved = [...Array(shift).fill(0), ...before.map((one) => times(one, factor))];
        const next = sumOf(locator, moved);
        if (2 * length <= step) [before, length, scale, shift] = [locator, step + 1 - length, difference, 1];
        else shift += 1;
        locator = next;
    }
    return locator.slice(0, length + 1);
}

function sumOf(a, b) {
    return Array.from({ length: Math.max(a.length, b.length) }, (_, place) => (a[place] ?? 0) ^ (b[place] ?? 0));
}

function product(a, b) {
    const result = new Array(a.length + b.length - 1).fill(0);
    a.forEach((one, i) => b.forEach((other, j) => (result[i + j] ^= times(one, other))));
    return result;
}
