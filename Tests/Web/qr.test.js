// QR codes read out of pictures: straight, turned, at an angle, in bad light, dirty.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { decodeQR } from "../../Public/core/qr/decode.js";
import { corrected } from "../../Public/core/qr/reed-solomon.js";
import { readSymbol } from "../../Public/core/qr/symbol.js";

const { codes } = JSON.parse(readFileSync(new URL("../Vectors/qr/codes.json", import.meta.url), "utf8"));
const joinCode = codes[0];

/** Numbers between 0 and 1, the same in every run. */
function chance(seed) {
    let state = seed;
    return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

/**
 * A picture of a code as a camera might take it: `where(x, y)` tells for each pixel the place in modules, `light(x, y)` how
 * bright it is there, from 0 to 1.
 */
function picture({ rows }, { side = 300, where, light = () => 1, noise = 0 }) {
    const data = new Uint8ClampedArray(4 * side * side);
    const random = chance(7);
    const samples = [0.25, 0.75];
    for (let y = 0; y < side; y++) {
        for (let x = 0; x < side; x++) {
            let white = 0;
            for (const dx of samples) {
                for (const dy of samples) {
                    const [u, v] = where(x + dx, y + dy);
                    white += rows[Math.floor(v)]?.[Math.floor(u)] === "#" ? 0 : 1 / 4;
                }
            }
            const grey = (30 + 200 * white) * light(x / side, y / side) + noise * (random() - 0.5);
            data.set([grey, grey, grey, 255], 4 * (y * side + x));
        }
    }
    return { data, width: side, height: side };
}

/** Turned around the middle, `scale` pixels a module, and further away towards one side. */
function seen({ rows }, { side = 300, degrees = 0, scale = 6, tilt = 0 }) {
    const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
    return (x, y) => {
        const [a, b] = [x - side / 2, y - side / 2];
        const depth = (1 + (tilt * a) / side) * scale;
        return [(a * cos + b * sin) / depth + rows.length / 2, (b * cos - a * sin) / depth + rows.length / 2];
    };
}

test("codes of other makers are read from their modules, in all levels and ways of writing", () => {
    for (const { text, version, rows } of codes) {
        const modules = rows.map((row) => [...row].map((one) => one === "#"));
        assert.equal(readSymbol(modules, version), text, `version ${version}`);
    }
});

test("every code is read out of a plain picture", () => {
    for (const code of codes) {
        const image = picture(code, { where: seen(code, { scale: 4.3 }) });
        assert.equal(decodeQR(image), code.text, `version ${code.version}`);
    }
});

test("a code is read at every angle", () => {
    for (let degrees = 0; degrees < 360; degrees += 15) {
        const image = picture(joinCode, { where: seen(joinCode, { degrees, scale: 5.3 }) });
        assert.equal(decodeQR(image), joinCode.text, `${degrees}°`);
    }
});

test("a code is read when it is seen from the side, in a shadow, and with noise", () => {
    for (const tilt of [-0.3, -0.15, 0.15, 0.3]) {
        const image = picture(joinCode, { where: seen(joinCode, { tilt, degrees: 8, scale: 5.5 }) });
        assert.equal(decodeQR(image), joinCode.text, `tilt ${tilt}`);
    }
    const shadow = (x, y) => (x + y > 1 ? 0.45 : 1);
    const image = picture(joinCode, { where: seen(joinCode, { degrees: -20 }), light: shadow, noise: 60 });
    assert.equal(decodeQR(image), joinCode.text);
});

test("dirt on a code is put right as far as its level goes, and never read as something else", () => {
    const random = chance(11);
    let read = 0;
    for (let spots = 0; spots < 40; spots++) {
        const rows = joinCode.rows.map((row) => [...row]);
        for (let spot = 0; spot < spots; spot++) {
            const [x, y] = [9 + Math.floor(random() * 16), 9 + Math.floor(random() * 16)];
            rows[y][x] = rows[y][x] === "#" ? " " : "#";
        }
        const text = readSymbol(rows.map((row) => row.map((one) => one === "#")), joinCode.version);
        if (text !== null) assert.equal(text, joinCode.text);
        read += text === null ? 0 : 1;
    }
    assert.ok(read > 10, `${read} of 40`);
});

test("wrong bytes are mended up to half of the protecting ones", () => {
    // x⁴+15x³+54x²+120x+64 divides it: (α⁰, α¹, α², α³ are its roots), as does every multiple.
    const block = [1, 15, 54, 120, 64];
    assert.equal(corrected(block, 4), block);
    assert.deepEqual(corrected([1, 15, 54, 121, 64], 4), block);
    assert.deepEqual(corrected([9, 15, 54, 121, 64], 4), block);
    assert.equal(corrected([9, 15, 55, 121, 64], 4), null);
});

test("a picture without a code has none", () => {
    const random = chance(3);
    const data = new Uint8ClampedArray(4 * 200 * 200).map(() => 255 * random());
    assert.equal(decodeQR({ data, width: 200, height: 200 }), null);
    assert.equal(decodeQR({ data: data.fill(255), width: 200, height: 200 }), null);
    assert.equal(decodeQR({ data: data.slice(0, 4), width: 1, height: 1 }), null);
});
