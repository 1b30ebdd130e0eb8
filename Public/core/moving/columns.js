// What the columns of a table are: a first guess from its headings, what a choice still lacks, and what rows then say.

/** What a column may be, as the server names it. */
export const columnKinds = Object.freeze(
    [
        "-",
        "date",
        "title",
        "amount",
        "currency",
        "payer",
        "sharers",
        "category",
        "note",
        "kind",
        "net",
        "paid",
        "share",
    ],
);

/** Kinds of a column that is one person's, whose name is its heading. */
const ofPeople = ["net", "paid", "share"];

const headings = [
    ["date", /^(date|day|datum|tag)\b/i],
    ["payer", /\bpa(yer|id ?by)\b|who paid|zahler|(be|ge)zahlt von|wer (be|ge)zahlt/i],
    ["sharers", /participants|sharers|for whom|involved|owers|für wen|beteiligte|teilnehmer/i],
    ["title", /title|description|subject|what|titel|beschreibung|betreff|zweck/i],
    ["currency", /currency|währung/i],
    ["amount", /amount|cost|total|price|sum\b|betrag|kosten|preis|summe/i],
    ["category", /category|kategorie|label/i],
    ["note", /note|comment|memo|notiz|kommentar|bemerkung/i],
    ["kind", /^(type|kind|art)$/i],
];

const number = /^[-+−]?\s?\d[\d.,' ]*$/;

/** A kind for each column of the first rows; "-" where nothing comes to mind. */
export function guessColumns([heading = [], ...rows]) {
    const taken = new Set();
    const named = heading.map((text) => {
        const [kind] = headings.find(([kind, pattern]) => !taken.has(kind) && pattern.test(text.trim())) ?? ["-"];
        taken.add(kind);
        return kind;
    });
    if (taken.has("payer") && taken.has("sharers")) return named;
    const kind = sharesOrGains(named, rows);
    return named.map((one, place) => one === "-" && isNumeric(rows, place) && heading[place].trim() ? kind : one);
}

/** What people gain comes to zero in every row; what they bear does not. */
function sharesOrGains(named, rows) {
    const free = [...named.keys()].filter((place) => named[place] === "-" && isNumeric(rows, place));
    const sums = rows.map((row) => free.reduce((sum, place) => sum + valueOf(row[place]), 0));
    return sums.every((sum) => Math.abs(sum) < 0.005) ? "net" : "share";
}

function isNumeric(rows, place) {
    const cells = rows.map((row) => (row[place] ?? "").trim()).filter(Boolean);
    return cells.length > 0 && cells.every((cell) => number.test(cell));
}

/** Only to see whether a row comes to zero: the server reads the numbers. */
function valueOf(text = "") {
    const plain = text.replace("−", "-").replace(/[\s']/g, "");
    const isComma = plain.lastIndexOf(",") > plain.lastIndexOf(".");
    return Number(isComma ? plain.replaceAll(".", "").replace(",", ".") : plain.replaceAll(",", "")) || 0;
}

/** What is still missing, as the server will see it; null when the table can be read. */
export function columnsProblem(columns) {
    const single = columns.filter((kind) => kind !== "-" && !ofPeople.includes(kind));
    if (new Set(single).size < single.length) return "twice";
    if (!single.includes("date")) return "date";
    const people = new Set(columns.filter((kind) => ofPeople.includes(kind)));
    if (people.has("net")) return people.size > 1 ? "mixed" : null;
    if (people.has("share")) return people.has("paid") || single.includes("payer") ? null : "payer";
    if (people.size > 0) return "share";
    if (!single.includes("payer")) return "payer";
    if (!single.includes("sharers")) return "sharers";
    return single.includes("amount") ? null : "amount";
}

/** What each row says with these columns: texts by kind, and those of people. */
export function rowsAs(columns, [heading = [], ...rows]) {
    return rows.map((row) => {
        const said = { people: [] };
        for (const [place, kind] of columns.entries()) {
            const text = (row[place] ?? "").trim();
            if (ofPeople.includes(kind)) text && said.people.push({ name: heading[place].trim(), kind, text });
            else if (kind !== "-") said[kind] = text;
        }
        return said;
    });
}

/** For the request: no more than is said. */
export function columnsText(columns) {
    return columns.join(",");
}
