// Sentences of the server in the reader's language. The server speaks English: its problems, their remedies, why something can
// not be taken back. `sentences/<language>.json` says the same, sentence by sentence; `{holes}` stand for what changes.

/** What is not in the book is said as it came. */
export class Phrasebook {
    #whole = new Map();
    #patterns = [];

    constructor(sentences = {}) {
        for (const [sentence, meaning] of Object.entries(sentences)) {
            if (sentence.includes("{")) this.#patterns.push({ ...patternOf(sentence), meaning });
            else this.#whole.set(sentence, meaning);
        }
        // The more of it is fixed, the less it can be mistaken for another one.
        this.#patterns.sort((a, b) => b.fixed - a.fixed);
    }

    said(sentence) {
        if (!sentence) return sentence;
        const whole = this.#whole.get(sentence);
        if (whole !== undefined) return whole;
        for (const { pattern, meaning } of this.#patterns) {
            const found = pattern.exec(sentence);
            if (found) return meaning.replace(/\{(\w+)\}/g, (_, hole) => found.groups[hole]);
        }
        return sentence;
    }
}

function patternOf(sentence) {
    const pieces = sentence.split(/\{(\w+)\}/);
    const source = pieces.map((piece, place) => place % 2 === 1 ? `(?<${piece}>.*?)` : escaped(piece)).join("");
    const fixed = pieces.filter((_, place) => place % 2 === 0).join("").length;
    return { pattern: new RegExp(`^${source}$`, "s"), fixed };
}

function escaped(text) {
    return text.replace(/[.*+?^${}()|[\]\\\/]/g, "\\$&");
}
