// How the parts of an import are called.

import { programOf } from "../../core/moving/programs.js";
import { moneyFromText } from "../../core/money.js";
import { formats, knows, money, said, say } from "../../elements/voice.js";
import { sentence } from "../../elements/sentence.js";

/** "Splitwise": of a table that nobody knows, that. */
export function programName(format) {
    return programOf(format) ?? say("import.table");
}

/** An amount of a book: its currency may be unknown, or none of those with a sign of its own. */
export function bookMoney(text, { currency, minorDigits }) {
    const minor = moneyFromText(text, minorDigits);
    if (currency && /^[A-Z]{3}$/.test(currency)) return money(minor, { currency, minorDigits });
    return [text, currency].filter(Boolean).join(" ");
}

export function bookTitle({ name, currency }) {
    return [name, currency && currencyName(currency)].filter(Boolean).join(" · ") || say("import.book");
}

function currencyName(currency) {
    return /^[A-Z]{3}$/.test(currency) ? `${currency} · ${formats.currencyName(currency)}` : currency;
}

/** "12 expenses, 2 payments and 1 income"; nothing of what there is none. */
export function countWords(counts) {
    const told = Object.entries(counts).filter(([, n]) => n > 0).map(([name, n]) => say(`import.count.${name}`, { n }));
    return told.length > 0 ? formats.list(told) : say("import.count.none");
}

/** What is wrong with a file, and what to do about it. */
export function fileSentence(problem) {
    return [placed(problem.detail), remedy(problem)].filter(Boolean).join(" ") || sentence(problem);
}

/** "Line 7: …", with the sentence itself in the reader's language. */
function placed(detail) {
    const [, n, what] = /^Line (\d+): (.+)$/s.exec(detail ?? "") ?? [];
    return what ? say("import.line", { n: Number(n), what: said(what) }) : said(detail);
}

function remedy({ code = "" }) {
    const name = code.replace(/-\d+$/, "");
    return knows(`moving.remedy.${name}`) ? say(`moving.remedy.${name}`) : null;
}

/** The same for what a form shows by itself. */
export function withRemedy(problem) {
    if (problem.code && remedy(problem)) problem.detail = fileSentence(problem);
    return problem;
}
