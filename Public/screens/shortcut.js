// Where the shortcuts of the installed app lead: to a place in the ledger that this device was in last.

import { inLedger } from "./route.js";

const places = { add: ["expenses", "new"], settle: ["settle"], budget: ["budget"] };

export function shortcutScreen(app, { params }) {
    const active = app.books.me.activeLedgerId;
    const place = places[params.place];
    app.go(active && place ? inLedger(active, ...place) : "/ledgers", { replace: true });
    return null;
}
