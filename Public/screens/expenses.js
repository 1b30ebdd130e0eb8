// The expenses of a ledger: the sums on top, what is filtered, and the list by day, newest first.

import { byDay, matching, summary } from "../core/expenses.js";
import { filterFromQuery, isFiltering, queryFromFilter } from "../core/filter-address.js";
import { h } from "../elements/build.js";
import { button, emptyState, linkButton } from "../elements/controls.js";
import { icon } from "../elements/icon.js";
import { formats, say } from "../elements/voice.js";
import { expenseRow } from "./expense-row.js";
import { recoveryPrompt } from "./recovery-prompt.js";
import { inLedger } from "./route.js";
import { summaryCard } from "./summary-card.js";

/** How many rows are built at once; a phone scrolls far before it needs the next ones. */
const pageLength = 120;

export function expensesScreen(app, place) {
    const filter = filterFromQuery(place.query);
    let length = pageLength;
    const more = () => {
        length += pageLength;
        app.stage.refresh();
    };
    return {
        title: say("tab.expenses"), quietTitle: true,
        content: () => contentOf(app, place.ledger, filter, length, more),
    };
}

function contentOf(app, ledger, filter, length, more) {
    if (ledger.expenses.length === 0) return [recoveryPrompt(app, ledger), firstExpense(ledger)];
    const found = matching(ledger.expenses, filter);
    const sums = summary(found, ledger.participants.map(({ id }) => id));
    return [
        recoveryPrompt(app, ledger),
        summaryCard(ledger, sums, isFiltering(filter)),
        filterChips(ledger, filter),
        found.length > 0 ? dayGroups(app, ledger, found.slice(0, length)) : emptyState({ picture: "search", title: say("expenses.noMatch"), text: say("expenses.noMatchText") }),
        found.length > length && h("p", { class: "aside" }, button({ label: say("expenses.more"), onclick: more })),
        addExpense(ledger),
    ];
}

function firstExpense(ledger) {
    return emptyState({
        picture: "receipt", title: say("expenses.none"), text: say("expenses.noneText"),
        action: linkButton({ label: say("expense.add"), picture: "add", kind: "primary", href: inLedger(ledger, "expenses", "new") }),
    });
}

function addExpense(ledger) {
    return h("a", { class: "fab", href: inLedger(ledger, "expenses", "new"), "aria-label": say("expense.add") }, icon("add"));
}

function dayGroups(app, ledger, expenses) {
    const today = app.today();
    return byDay(expenses).map(({ day, expenses }) => h("section", { class: "day" },
        h("h2", { class: "day-name" }, formats.day(day, today)),
        h("ul", { class: "card list" }, expenses.map((expense) => expenseRow(app, ledger, expense)))));
}

/** One chip leads to the filter; each condition in force is a chip that takes it away again. */
function filterChips(ledger, filter) {
    const address = (change) => {
        const query = queryFromFilter({ ...filter, ...change });
        return inLedger(ledger, "expenses") + (query.size ? `?${query}` : "");
    };
    const person = ledger.person(filter.participant);
    const conditions = [
        filter.words && { label: `“${filter.words}”`, change: { words: "" } },
        person && { label: person.name, change: { participant: null } },
        ...ledger.labels.filter(({ id }) => filter.labels.includes(id))
            .map(({ id, name }) => ({ label: name, change: { labels: filter.labels.filter((one) => one !== id) } })),
        (filter.from || filter.to) && { label: period(filter), change: { from: null, to: null } },
    ].filter(Boolean);
    const query = queryFromFilter(filter);
    return h("div", { class: "filters" },
        h("a", { class: "filter-chip", href: inLedger(ledger, "expenses", "filter") + (query.size ? `?${query}` : "") }, icon("search"), say("filter.open")),
        conditions.map(({ label, change }) => h("a", { class: "filter-chip on", href: address(change), "aria-label": say("filter.remove", { what: label }), "data-replace": true },
            label, icon("close"))));
}

function period({ from, to }) {
    const [first, last] = [from, to].map((day) => day && formats.longDay(day, ""));
    if (first && last) return say("filter.between", { from: first, to: last });
    return first ? say("filter.since", { from: first }) : say("filter.until", { to: last });
}
