// Programs whose files can be read: their names are the same in every language.

const names = {
    "splitwise-csv": "Splitwise",
    "spliit-json": "Spliit",
    "spliit-csv": "Spliit (CSV)",
    "cospend-csv": "Cospend",
    "ihatemoney-json": "ihatemoney",
    "ihatemoney-csv": "ihatemoney (CSV)",
    "settle-up-csv": "Settle Up",
    "tricount-csv": "Tricount",
    "tricount-json": "Tricount (JSON)",
    "payback-csv": "PayBack",
    "splitclone-csv": "SplitClone (CSV)",
};

/** The name of the program that writes such files; null for a table that could be anybody's. */
export function programOf(format) {
    return names[format] ?? null;
}

/** In the order in which they are told about: the name of the words, and of the program. */
export const sources = Object.freeze([
    ["splitwise", "Splitwise"],
    ["spliit", "Spliit"],
    ["cospend", "Cospend"],
    ["ihatemoney", "ihatemoney"],
    ["settleUp", "Settle Up"],
    ["tricount", "Tricount"],
    ["payBack", "PayBack"],
    ["own", "SplitClone"],
    ["other", null],
]);
