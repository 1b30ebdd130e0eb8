// Titles that were used before, for a title that is being typed: with the labels and the category they last had.

import { folded } from "./search.js";

/** Older expenses say little about what somebody buys now. */
const remembered = 1000;

/** `expenses` newest first. Answers `[{title, name, count, labelIds, categoryId}]` with the newest use of each title. */
export function knownTitles(expenses) {
    const known = new Map();
    for (const { title, labelIds, categoryId = null } of expenses.slice(0, remembered)) {
        const name = folded(title.trim());
        const entry = known.get(name) ?? { title, name, count: 0, labelIds, categoryId };
        entry.count += 1;
        known.set(name, entry);
    }
    return [...known.values()];
}

/**
 * What may be meant: titles that begin so first, then those in which a word begins so; of equals what was used more often,
 * then what was used last. Of nothing typed: what is used again and again.
 */
export function suggestions(titles, typed, most) {
    const name = folded(typed.trim());
    const usual = titles.filter(({ count }) => count > 1);
    const found = name === "" ? usual : titles.filter((one) => one.name !== name && rank(one.name, name) < 2);
    return found.sort((a, b) => rank(a.name, name) - rank(b.name, name) || b.count - a.count).slice(0, most);
}

function rank(title, typed) {
    if (title.startsWith(typed)) return 0;
    return title.includes(` ${typed}`) ? 1 : 2;
}
