// The data of a code: pieces, each with how it is written, how long it is, and what it says (ISO/IEC 18004 §7.4).

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
const modes = { end: 0, numbers: 1, letters: 2, bytes: 4, encoding: 7 };

/** Null for what is written in a way that nobody here uses (Kanji), or ends too early. */
export function textOf(data, version) {
    const bits = reader(data);
    const bytes = [];
    const say = (text) => bytes.push(...new TextEncoder().encode(text));
    while (bits.left >= 4) {
        const mode = bits.take(4);
        if (mode === modes.end) break;
        if (mode === modes.encoding) bits.take(8);
        else if (mode === modes.numbers) say(numbers(bits, bits.take(version < 10 ? 10 : 12)));
        else if (mode === modes.letters) say(words(bits, bits.take(version < 10 ? 9 : 11)));
        else if (mode === modes.bytes) {
            for (let left = bits.take(version < 10 ? 8 : 16); left > 0; left--) bytes.push(bits.take(8));
        } else return null;
    }
    return bits.left < 0 ? null : new TextDecoder().decode(new Uint8Array(bytes));
}

function reader(data) {
    let place = 0;
    const bit = (at) => ((data[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
    return {
        take(count) {
            let value = 0;
            for (let left = count; left > 0; left--) value = 2 * value + bit(place++);
            return value;
        },
        get left() {
            return 8 * data.length - place;
        },
    };
}

/** Three digits in ten bits, two in seven, one in four. */
function numbers(bits, count) {
    let text = "";
    for (let left = count; left > 0 && bits.left >= 0; left -= 3) {
        const digits = Math.min(3, left);
        text += String(bits.take([0, 4, 7, 10][digits])).padStart(digits, "0");
    }
    return text;
}

/** Two of 45 letters in eleven bits, one in six. */
function words(bits, count) {
    let text = "";
    for (let left = count; left > 0 && bits.left >= 0; left -= 2) {
        const value = bits.take(left > 1 ? 11 : 6);
        text += left > 1 ? (letters[Math.floor(value / 45)] ?? "") + letters[value % 45] : (letters[value] ?? "");
    }
    return text;
}
