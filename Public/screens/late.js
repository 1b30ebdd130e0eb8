// Screens that are not part of what is loaded first: their modules come when they are wanted, or in a quiet moment before.
//
// A module whose texts are not in the first catalogue either says so: `export const words = "moving"` names the book that it needs.

import { learn } from "../elements/voice.js";
import { readBook } from "../outside/catalogue.js";
import { part } from "../outside/parts.js";

const books = new Map();

/** A screen, or what it does, by its file in this folder and its name there. `load()` fetches it; what failed may be tried again. */
export function late(file, name, fetchPart = part, learnBook = learnOnce) {
    let arriving = null;
    const arrive = async () => {
        const module = await fetchPart(file);
        if (module.words) await learnBook(module.words);
        return module;
    };
    const load = () => (arriving ??= arrive().catch((problem) => {
        arriving = null;
        throw problem;
    }));
    return Object.assign(async (...given) => (await load())[name](...given), { load });
}

function learnOnce(book) {
    if (!books.has(book)) books.set(book, readBook(book).then(learn));
    return books.get(book).catch((problem) => {
        books.delete(book);
        throw problem;
    });
}
