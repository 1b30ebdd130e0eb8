// What waits for somebody stands on the icon: what was not sent yet, and what was expected and has not come.

import { showOnIcon } from "../outside/badge.js";

export function countOnIcon(app) {
    const { books, waiting } = app;
    let shown = null;
    const follow = () => {
        const count = books.me ? waiting.ops.length + overdue(app) : 0;
        if (count !== shown) showOnIcon(count);
        shown = count;
    };
    for (const type of ["change", "signedOut"]) books.addEventListener(type, follow);
    waiting.addEventListener("change", follow);
    follow();
}

/** In the ledger that this device was in last. */
function overdue(app) {
    const ledger = app.books.opened(app.books.me.activeLedgerId);
    const today = app.today(ledger);
    return (ledger?.expenses ?? []).filter((one) => one.expected && one.executionDate < today).length;
}
