// SHA-256 (FIPS 180-4), for pages that have no `crypto.subtle`: those on plain http.

const primes = [];
for (let number = 2; primes.length < 64; number++) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
}

/** The first 32 bits behind the point. */
const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
const constants = primes.map((prime) => fraction(Math.cbrt(prime)));
const start = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** Of a text in UTF-8; 64 hexadecimal digits. */
export function sha256(text) {
    const blocks = padded(new TextEncoder().encode(text));
    const state = Int32Array.from(start);
    for (let at = 0; at < blocks.byteLength; at += 64) mix(state, new DataView(blocks, at, 64));
    return [...state].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function padded(bytes) {
    const room = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
    room.set(bytes);
    room[bytes.length] = 0x80;
    new DataView(room.buffer).setBigUint64(room.length - 8, BigInt(bytes.length) * 8n);
    return room.buffer;
}

function mix(state, block) {
    const words = schedule(block);
    let [a, b, c, d, e, f, g, h] = state;
    for (let round = 0; round < 64; round++) {
        const choice = (e & f) ^ (~e & g);
        const majority = (a & b) ^ (a & c) ^ (b & c);
        const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + constants[round] + words[round];
        const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, place) => (state[place] += word));
}

function schedule(block) {
    const words = new Int32Array(64);
    for (let place = 0; place < 16; place++) words[place] = block.getInt32(place * 4);
    for (let place = 16; place < 64; place++) {
        const [before, last] = [words[place - 15], words[place - 2]];
        const small = turned(before, 7) ^ turned(before, 18) ^ (before >>> 3);
        const large = turned(last, 17) ^ turned(last, 19) ^ (last >>> 10);
        words[place] = words[place - 16] + small + words[place - 7] + large;
    }
    return words;
}
