// What was understood of a file: rows that were not, with the line and the reason; its own totals; what everybody comes to.

import { h } from "../../elements/build.js";
import { card } from "../../elements/controls.js";
import { icon } from "../../elements/icon.js";
import { said, say } from "../../elements/voice.js";
import { bookMoney } from "./words.js";

/** So many are shown at once. */
const shownFirst = 10;

export function issuesCard({ issues, issueCount }) {
    if (issueCount === 0) return null;
    const lost = issues.filter(({ isLost }) => isLost);
    const noted = issues.filter(({ isLost }) => !isLost);
    return card({ title: say("import.issues"), class: "stack" }, [
        lost.length > 0 && group("import.lost", lost),
        noted.length > 0 && group("import.noted", noted),
        issueCount > issues.length &&
        h("p", { class: "hint" }, say("import.moreIssues", { n: issueCount - issues.length })),
    ]);
}

function group(key, issues) {
    const rest = issues.slice(shownFirst);
    return h("div", { class: "stack snug" }, [
        h("h3", { class: "field-label" }, say(key, { n: issues.length })),
        lines(issues.slice(0, shownFirst)),
        rest.length > 0 &&
        h(
            "details",
            { class: "fold" },
            h("summary", {}, say("import.showMore", { n: rest.length })),
            lines(rest),
        ),
    ]);
}

function lines(issues) {
    const line = ({ row, message }) =>
        h("li", {}, row === null ? said(message) : say("import.line", { n: row, what: said(message) }));
    return h("ul", { class: "points small" }, issues.map(line));
}

/** The sums that the file states of itself, beside what its rows come to. */
export function checksPart({ people }, { totals }) {
    if (totals.length === 0) return null;
    const wrong = totals.filter(({ isRight }) => !isRight);
    if (wrong.length === 0) {
        const words = say("import.totalsRight", { n: totals.length });
        return h("p", { class: "state-mark", "data-state": "connected" }, icon("check"), words);
    }
    const line = ({ person, stated, found }) =>
        h("li", {}, say("import.totalWrong", { name: people[person].name, stated, found }));
    return h("div", { class: "inset problem-box" }, [
        h("p", { class: "strong" }, say("import.totalsWrong", { n: wrong.length })),
        h("ul", { class: "points small" }, wrong.map(line)),
        h("p", {}, say("import.totalsWrongText")),
    ]);
}

/** What everybody is owed, or owes, when all of it is recorded. */
export function positionsPart({ people }, book) {
    if (book.positions.length === 0) return null;
    const line = ({ person, amount }) => {
        const isOwing = amount.startsWith("-");
        const words = /^-?[0.]*$/.test(amount) ? "balance.even" : isOwing ? "balance.owes" : "balance.isOwed";
        const told = say(words, { amount: bookMoney(amount.replace("-", ""), book) });
        return [h("dt", {}, people[person].name), h("dd", {}, told)];
    };
    const summary = h("summary", {}, say("import.positions"));
    return h("details", { class: "fold" }, summary, h("dl", { class: "facts" }, book.positions.map(line)));
}
