// The words of the reader's language, as the server keeps them.

import { onHost } from "../core/root-path.js";
import { languageFor } from "../core/languages.js";
import { preference } from "./preferences.js";
import { Problem } from "./server.js";

let asked = null;

/** `{catalogue, language, locale}`; asked for once, however often it is called. */
export function readCatalogue() {
    asked ??= read(languageFor(preference("language"), navigator.languages));
    return asked;
}

/** What the server's sentences mean in that language; it speaks English itself. */
export async function readSentences(language) {
    if (language === "en") return {};
    const response = await fetch(onHost(`/sentences/${language}.json`));
    return response.ok ? response.json() : {};
}

/** A book of further texts, for screens that come late. */
export async function readBook(book, fetchIt = (...request) => fetch(...request)) {
    const { language } = await readCatalogue();
    const response = await fetchIt(onHost(`/words/${book}/${language}.json`)).catch(() => null);
    if (!response?.ok) throw new Problem({ code: response ? "other-version" : "unreachable" });
    return response.json();
}

async function read({ language, locale }) {
    const response = await fetch(onHost(`/words/${language}.json`));
    if (!response.ok) throw new Error(`no words for ${language}`);
    return { catalogue: await response.json(), language, locale };
}
