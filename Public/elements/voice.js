// How the app speaks: the words and the formats of the reader's language, set once when it starts.

import { directionOf } from "../core/languages.js";
import { Phrasebook } from "../core/phrasebook.js";

let words = null;
let formats = null;
let phrasebook = new Phrasebook();

export function speak(withWords, withFormats) {
    words = withWords;
    formats = withFormats;
    document.documentElement.lang = withWords.language;
    document.documentElement.dir = directionOf(withWords.language);
}

/** Texts that have come late. */
export function learn(texts) {
    words.learn(texts);
}

export function say(key, holes) {
    return words.say(key, holes);
}

/** A sentence with elements in its holes, as a list of children. */
export function phrase(key, holes) {
    return words.parts(key, holes);
}

/** What the server said, in the reader's language once its book is there. */
export function said(sentence) {
    return phrasebook.said(sentence);
}

export function understand(sentences) {
    phrasebook = new Phrasebook(sentences);
}

/** Whether the catalogue has a text of its own for something that the server named. */
export function knows(key) {
    return words.has(key);
}

export function money(minor, ledger, options) {
    return formats.money(minor, ledger, options);
}

export { formats };
