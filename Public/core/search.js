// Finding by words: case, accents and the like do not matter.

/** Letters that are no base letter with a mark, and what people type instead. */
const letters = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", ł: "l", ı: "i", þ: "th" };
const special = /[ßæœøđðłıþ]/g;

/** The form in which two texts are compared. */
export function folded(text) {
    const lower = text.toLowerCase();
    // deno-lint-ignore no-control-regex -- Most text is plain already.
    if (/^[\x00-\x7f]*$/.test(lower)) return lower;
    return lower.normalize("NFKD").replace(/\p{Mn}/gu, "").replace(special, (letter) => letters[letter]);
}

/** The single words of a question, each of which has to be found. */
export function wordsOf(text) {
    return folded(text).split(/\s+/).filter(Boolean);
}
