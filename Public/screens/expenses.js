// The expenses of a ledger: the sums on top, what is filtered, and the list by day, newest first.

import { matching, namesFor, summary } from "../core/expenses.js";
import { filterFromQuery, isFiltering } from "../core/filter-address.js";
import { card, emptyState, linkButton, linkRow } from "../elements/controls.js";
import { say } from "../elements/voice.js";
import { ExpenseList } from "./expense-list.js";
import { filterChips } from "./filter-chips.js";
import { recoveryPrompt } from "./recovery-prompt.js";
import { refreshButton } from "./refreshing.js";
import { inLedger } from "./route.js";
import { summaryCard } from "./summary-card.js";

export function expensesScreen(app, place) {
    const filter = filterFromQuery(place.query);
    const list = new ExpenseList(app, place.scroll);
    const refreshing = refreshButton(app, place);
    const content = () => contentOf(app, place.ledger, filter, list, refreshing);
    return { title: say("tab.expenses"), quietTitle: true, class: "beside", content };
}

function contentOf(app, ledger, filter, list, refreshing) {
    if (ledger.expenses.length === 0) return [recoveryPrompt(ledger), firstExpense(ledger), nextSteps(app)];
    const filtering = isFiltering(filter);
    const found = filtering ? matching(ledger.expenses, filter, namesFor(ledger)) : ledger.expenses;
    const sums = filtering ? summary(found, ledger.participants.map(({ id }) => id)) : ledger.sums;
    return [
        recoveryPrompt(ledger),
        summaryCard(ledger, sums, filtering),
        filterChips(ledger, filter, refreshing),
        found.length > 0 ? list.show(ledger, found) : noMatch(),
    ];
}

function firstExpense(ledger) {
    const href = inLedger(ledger, "expenses", "new");
    const action = linkButton({ label: say("expense.add"), picture: "add", kind: "primary", href });
    return emptyState({ picture: "receipt", title: say("expenses.none"), text: say("expenses.noneText"), action });
}

/** Whoever has just made their first ledger hears how it goes on. */
function nextSteps({ books: { ledgers } }) {
    if (!ledgers || ledgers.length > 1) return null;
    const [label, detail] = [say("first.title"), say("first.next")];
    return card({}, linkRow({ picture: "invite", label, detail, href: "/first" }));
}

function noMatch() {
    return emptyState({ picture: "search", title: say("expenses.noMatch"), text: say("expenses.noMatchText") });
}
