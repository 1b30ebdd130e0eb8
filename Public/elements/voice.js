// How the app speaks: the words and the formats of the reader's language, set once when it starts.

let words = null;
let formats = null;

export function speak(withWords, withFormats) {
    words = withWords;
    formats = withFormats;
    document.documentElement.lang = withWords.language;
}

export function say(key, holes) {
    return words.say(key, holes);
}

/** A sentence with elements in its holes, as a list of children. */
export function phrase(key, holes) {
    return words.parts(key, holes);
}

/** Whether the catalogue has a text of its own for something that the server named. */
export function knows(key) {
    return words.has(key);
}

export function money(minor, ledger, options) {
    return formats.money(minor, ledger, options);
}

export { formats };
