// Whose budget is shown, and of which month: it stands in the address. What the server has to reckon for it.

import { isMonth, monthOf } from "../../core/calendar-month.js";
import { inLedger } from "../route.js";

/** `{whose, month, today}`. Mine and this month, unless the address says otherwise. */
export function viewOf(app, ledger, query) {
    const today = app.today(ledger);
    const asked = query.get("month") ?? "";
    const whose = ledger.person(query.get("whose")) ?? ledger.me ?? ledger.present[0];
    return { whose, month: isMonth(asked) ? asked : monthOf(today), today };
}

/** The address of a view; what is as usual is left out. */
export function viewAddress(ledger, { whose, month, today }) {
    const query = new URLSearchParams();
    if (whose.id !== ledger.myParticipantId) query.set("whose", whose.id);
    if (month !== monthOf(today)) query.set("month", month);
    const address = inLedger(ledger, "budget");
    return query.size > 0 ? `${address}?${query}` : address;
}

export const reckoned = {
    daily: ({ whose, today }) => `/daily-budget?participant=${whose.id}&date=${today}`,
    budgets: ({ month, today }) => `/budgets?month=${month}&date=${today}`,
    alerts: ({ today, whose }) => `/alerts?date=${today}&participant=${whose.id}`,
};

/** Everything that the tab shows, by name; null where nothing is known yet. */
export function known(app, ledger, view) {
    return Object.fromEntries(
        Object.entries(reckoned).map(([name, path]) => [name, app.reckonings.get(ledger, path(view))]),
    );
}
