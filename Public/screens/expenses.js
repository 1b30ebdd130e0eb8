// The expenses of a ledger: the sums on top, what is filtered, and the list by day, newest first.

import { byDay, matching, summary } from "../core/expenses.js";
import { filterFromQuery, isFiltering } from "../core/filter-address.js";
import { h } from "../elements/build.js";
import { button, emptyState, linkButton } from "../elements/controls.js";
import { icon } from "../elements/icon.js";
import { formats, say } from "../elements/voice.js";
import { expenseRow } from "./expense-row.js";
import { filterChips } from "./filter-chips.js";
import { recoveryPrompt } from "./recovery-prompt.js";
import { inLedger } from "./route.js";
import { summaryCard } from "./summary-card.js";

/** How many rows are built at once; a phone scrolls far before it needs the next ones. */
const pageLength = 120;

export function expensesScreen(app, place) {
    const filter = filterFromQuery(place.query);
    let length = pageLength;
    const showMore = () => {
        length += pageLength;
        app.stage.refresh();
    };
    const content = () => contentOf(app, place.ledger, filter, length, showMore);
    return { title: say("tab.expenses"), quietTitle: true, content };
}

function contentOf(app, ledger, filter, length, showMore) {
    if (ledger.expenses.length === 0) return [recoveryPrompt(ledger), firstExpense(ledger)];
    const found = matching(ledger.expenses, filter);
    const sums = summary(found, ledger.participants.map(({ id }) => id));
    const older = button({ label: say("expenses.more"), key: "older", onclick: showMore });
    return [
        recoveryPrompt(ledger),
        summaryCard(ledger, sums, isFiltering(filter)),
        filterChips(ledger, filter),
        found.length > 0 ? dayGroups(app, ledger, found.slice(0, length)) : noMatch(),
        found.length > length && h("p", { class: "aside" }, older),
        addExpense(ledger),
    ];
}

function firstExpense(ledger) {
    const href = inLedger(ledger, "expenses", "new");
    const action = linkButton({ label: say("expense.add"), picture: "add", kind: "primary", href });
    return emptyState({ picture: "receipt", title: say("expenses.none"), text: say("expenses.noneText"), action });
}

function noMatch() {
    return emptyState({ picture: "search", title: say("expenses.noMatch"), text: say("expenses.noMatchText") });
}

function addExpense(ledger) {
    const attributes = { class: "fab", href: inLedger(ledger, "expenses", "new"), "aria-label": say("expense.add") };
    return h("a", { ...attributes, "data-key": "add expense" }, icon("add"));
}

function dayGroups(app, ledger, found) {
    const today = app.today();
    return byDay(found).map(({ day, expenses }) => {
        const rows = expenses.map((expense) => expenseRow(app, ledger, expense));
        const name = h("h2", { class: "day-name" }, formats.day(day, today));
        return h("section", { class: "day" }, name, h("ul", { class: "card list" }, rows));
    });
}
