// What stands around a screen: the bar above, the tabs below, the round + button.

import { h } from "../elements/build.js";
import { icon } from "../elements/icon.js";
import { say } from "../elements/voice.js";
import { linkButton } from "../elements/controls.js";
import { fill, inLedger } from "./route.js";

const tabs = [
    { name: "expenses", picture: "receipt" },
    { name: "settle", picture: "settle" },
    { name: "people", picture: "people" },
];

/** The bar's children for a place. */
export function bar(app, { entry, params, ledger }) {
    const account = app.books.me && linkButton({ name: say("account.title"), picture: "person", kind: "quiet", href: "/account" });
    if (entry.tab && ledger) return [ledgerName(ledger), syncBadge(app, ledger), account];
    if (entry.back) return [linkButton({ name: say("action.back"), picture: "back", kind: "quiet", href: fill(entry.back, params) }), h("span", { class: "bar-space" })];
    return [h("span", { class: "brand" }, h("img", { src: "/icons/icon.svg", alt: "", width: 28, height: 28 }), say("app.name")), !entry.open && account];
}

function ledgerName(ledger) {
    return h("a", { class: "ledger-name", href: "/ledgers", "aria-label": say("ledgers.switch", { name: ledger.name }) },
        h("span", {}, ledger.name), icon("down"));
}

/** The state of sync in one picture and a word for those who listen (SC-FR-SYN-3). */
function syncBadge(app, ledger) {
    const state = app.books.reachable ? ledger.sync?.state ?? "local" : "away";
    const pictures = { inSync: "cloud", syncing: "sync", offline: "cloudOff", error: "warning", local: "home", away: "cloudOff" };
    return h("a", { class: "button quiet round sync-badge", "data-state": state, href: inLedger(ledger, "sync"), "aria-label": say(`sync.${state}.title`) },
        icon(pictures[state]), ledger.sync?.pendingEvents > 0 && h("span", { class: "count", "aria-hidden": "true" }, Math.min(99, ledger.sync.pendingEvents)));
}

/** The tab bar's children, empty where there are no tabs. */
export function tabBar({ entry, params }) {
    if (!entry.tab) return [];
    return tabs.map(({ name, picture }) =>
        h("a", { class: "tab", href: inLedger(params.ledger, name), "aria-current": entry.tab === name ? "page" : null, "data-key": `tab ${name}` },
            icon(picture), h("span", {}, say(`tab.${name}`))));
}
