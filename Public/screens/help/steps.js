// Instructions go step by step; the catalogue names each.

const names = Object.freeze(["first", "second", "third", "fourth"]);

export function stepNames(count) {
    return names.slice(0, count);
}
