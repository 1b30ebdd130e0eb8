// The files that a ledger can be taken away as: what each ends in, and where it is asked for.

/**
 * In the order of how often they are wanted. `word` names its texts; `name` is that of the format, where it has one in every
 * language; `type` decides whether the system's share sheet takes it.
 */
export const exportFormats = Object.freeze([
    { format: "csv", word: "csv", name: "CSV", ending: ".csv", type: "text/csv" },
    { format: "spreadsheet", word: "spreadsheet", ending: ".spreadsheet.csv", type: "text/csv" },
    { format: "ofx", word: "ofx", name: "OFX", ending: ".ofx", type: "application/x-ofx" },
    { format: "qif", word: "qif", name: "QIF", ending: ".qif", type: "application/qif", dates: true },
    { format: "camt053", word: "camt", name: "CAMT.053", ending: ".camt053.xml", type: "application/xml" },
    { format: "ynab", word: "ynab", name: "YNAB", ending: ".ynab.csv", type: "text/csv", dates: true },
    { format: "wiso", word: "wiso", name: "WISO, Lexware", ending: ".wiso.csv", type: "text/csv", encoding: true },
    { format: "hledger", word: "hledger", name: "hledger", ending: ".journal", type: "text/plain" },
    { format: "beancount", word: "beancount", name: "beancount", ending: ".beancount", type: "text/plain" },
    { format: "json", word: "json", name: "JSON", ending: ".json", type: "application/json" },
]);

export function formatNamed(name) {
    return exportFormats.find(({ format }) => format === name);
}

/** The parameters of an export: what a format leaves no choice of is not said. */
export function exportQuery({ participant, mode, format, dates, encoding, from, to, labels = [] }) {
    const query = new URLSearchParams({ participant, mode, format });
    const { dates: hasDates, encoding: hasEncoding } = formatNamed(format);
    if (hasDates) query.set("dates", dates);
    if (hasEncoding) query.set("encoding", encoding);
    if (from) query.set("from", from);
    if (to) query.set("to", to);
    for (const label of labels) query.append("label", label);
    return query.toString();
}
