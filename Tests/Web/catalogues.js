// All texts of the app: those that come first, and the later books, which are folders of the same languages.

import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../../Public/words/", import.meta.url);

/** `first` and each of `books` by language; `catalogues`: everything of a language together. */
export function readCatalogues() {
    const first = read(folder);
    const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const books = Object.fromEntries(names.map(({ name }) => [name, read(new URL(`${name}/`, folder))]));
    const all = (language) => Object.assign({}, first[language], ...Object.values(books).map((book) => book[language]));
    return { first, books, catalogues: Object.fromEntries(Object.keys(first).map((one) => [one, all(one)])) };
}

function read(at) {
    const files = readdirSync(at).filter((file) => file.endsWith(".json"));
    return Object.fromEntries(
        files.map((file) => [file.replace(".json", ""), JSON.parse(readFileSync(new URL(file, at), "utf8"))]),
    );
}
