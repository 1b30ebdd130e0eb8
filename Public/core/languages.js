// Which language the app speaks: the reader's choice, else the first of the browser's that there is a catalogue for.

/** What `words/` has, each by its own name; the first is what everybody else gets. */
export const languages = Object.freeze({ en: "English", de: "Deutsch" });

/** ISO 639 codes of languages that are written from right to left. */
const fromRight = new Set(["ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"]);

/**
 * `chosen` is a language or anything else for none, `wanted` the browser's list, best first. Answers `{language, locale}`: the
 * catalogue, and how dates and amounts are written, which may differ from country to country.
 */
export function languageFor(chosen, wanted) {
    const known = Object.keys(languages);
    const language = known.includes(chosen)
        ? chosen
        : wanted.map(baseOf).find((base) => known.includes(base)) ?? known[0];
    return { language, locale: wanted.find((tag) => baseOf(tag) === language) ?? language };
}

/** For `<html dir>`. */
export function directionOf(language) {
    return fromRight.has(baseOf(language)) ? "rtl" : "ltr";
}

function baseOf(tag) {
    return tag.toLowerCase().split("-")[0];
}
