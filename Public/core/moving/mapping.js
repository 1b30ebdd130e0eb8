// Who of a file is who in a ledger: names only suggest, a person says so.

/** How a name is compared: without marks of case, width and surrounding space. */
export function folded(name) {
    return name.normalize("NFKC").trim().toLocaleLowerCase("en");
}

/** Who somebody of the file may be: whoever has the same name, else the only one with the same first name; null if nobody. */
export function suggestionFor(name, people) {
    const same = people.filter((one) => folded(one.name) === folded(name));
    if (same.length === 1) return same[0];
    if (same.length > 1) return null;
    const first = (text) => folded(text).split(/\s+/)[0];
    const alike = people.filter((one) => first(one.name) === first(name) && isOneShort(one.name, name));
    return alike.length === 1 ? alike[0] : null;
}

/** "Lena" may be "Lena Fuchs"; "Lena Fuchs" is not "Lena Meier". */
function isOneShort(one, other) {
    return [one, other].some((name) => !/\s/.test(name.trim()));
}

/** Suggestions for all; one person of the ledger is suggested once only. */
export function suggestions(names, people) {
    const found = names.map((name) => suggestionFor(name, people));
    return found.map((one, place) =>
        one && found.indexOf(one) === place && found.lastIndexOf(one) === place ? one : null
    );
}

/** Whoever of the ledger was said to be two of the file: the places of the later ones. */
export function saidTwice(chosen) {
    return chosen.map((id, place) => [id, place])
        .filter(([id, place]) => id && id !== "new" && chosen.indexOf(id) < place)
        .map(([, place]) => place);
}

/** Ledgers that a book can go into: the same currency, or, where the file says none, two decimals as it was read. */
export function possibleLedgers(book, ledgers) {
    return ledgers.filter(({ currency, minorDigits, archivedAt, sync }) =>
        !archivedAt && sync?.problem?.code !== "ledger-unreadable" &&
        (book.currency ? currency === book.currency : minorDigits === book.minorDigits)
    );
}
