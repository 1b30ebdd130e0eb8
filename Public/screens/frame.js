// What stands around a screen: the bar above and the tabs below.

import { h, rebuild } from "../elements/build.js";
import { linkButton } from "../elements/controls.js";
import { icon } from "../elements/icon.js";
import { skipLink } from "../elements/skip-link.js";
import { say } from "../elements/voice.js";
import { SyncWatch } from "../outside/sync-watch.js";
import { syncPicture, syncState } from "./sync-state.js";
import { fill, inLedger } from "./route.js";

const tabs = [
    { name: "expenses", picture: "receipt" },
    { name: "settle", picture: "settle" },
    { name: "budget", picture: "budget" },
    { name: "people", picture: "people" },
];

export class Frame {
    #app;
    #bar = document.getElementById("bar");
    #tabs = document.getElementById("tabs");
    #mark = h("aside", { class: "demonstration", hidden: true });
    #watch;

    constructor(app) {
        this.#app = app;
        this.#watch = new SyncWatch(app.books);
        document.body.prepend(skipLink(), this.#mark);
        const follow = () => this.#bar.toggleAttribute("data-raised", scrollY > 4);
        addEventListener("scroll", follow, { passive: true });
    }

    show(place) {
        this.#markDemonstration();
        renew(this.#bar, this.#barFor(place));
        renew(this.#tabs, place.entry.tab ? [tabsFor(place), addExpense(place.params.ledger)] : []);
        this.#tabs.setAttribute("aria-label", say("tab.label"));
        this.#watch.follow(place.params.ledger);
        document.body.dataset.tabs = place.entry.tab ? "shown" : "none";
    }

    /** Nobody shall take people who are made up for real ones, nor keep anything among them. */
    #markDemonstration() {
        this.#mark.hidden = !this.#app.books.me?.demonstration;
        if (!this.#mark.hidden) this.#mark.textContent = say("demonstration.mark");
    }

    #barFor({ entry, params, ledger }) {
        const { books, waiting } = this.#app;
        const account = books.me && quietLink("person", say("account.title"), "/account");
        if (entry.tab && ledger) {
            return [ledgerName(ledger), syncBadge(books, ledger, waiting.shown(ledger.id)), account];
        }
        if (entry.back) return quietLink("back", say("action.back"), fill(entry.back, params));
        const logo = h("img", { src: "/icons/icon.svg", alt: "", width: 28, height: 28 });
        return [h("span", { class: "brand" }, logo, say("app.name")), account];
    }
}

/** All of it is links: where they are just so already, those that are focused, pressed or being read stay what they are. */
function renew(parent, links) {
    const [next, now] = [[links].flat().filter(Boolean), parent.children];
    const isSame = next.length === now.length && next.every((one, place) => one.isEqualNode(now[place]));
    if (!isSame) rebuild(parent, () => next);
}

function quietLink(picture, name, href) {
    return linkButton({ name, picture, kind: "quiet", href, "data-key": `bar ${picture}` });
}

function ledgerName(ledger) {
    const name = say("ledgers.switch", { name: ledger.name });
    const attributes = { class: "ledger-name", href: "/ledgers", "aria-label": name, "data-key": "bar ledger" };
    return h("a", attributes, h("span", {}, ledger.name), icon("down"));
}

/** The state of sync in one picture, and in words for those who listen (SC-FR-SYN-3). */
function syncBadge(books, ledger, here) {
    const state = syncState(books, ledger, here);
    const waiting = here.length || (ledger.sync?.pendingEvents ?? 0);
    const words = here.length > 0 ? "waiting.badge" : "sync.pending";
    return h(
        "a",
        {
            class: "button quiet round sync-badge",
            href: inLedger(ledger, "sync"),
            "aria-label": badgeWords(state, waiting, words),
            "data-state": state,
            "data-key": "bar sync",
        },
        icon(syncPicture(state)),
        waiting > 0 && h("span", { class: "count", "aria-hidden": "true" }, Math.min(99, waiting)),
    );
}

function badgeWords(state, waiting, words) {
    const title = say(`sync.${state}.title`);
    return waiting > 0 ? say("sync.badge", { state: title, pending: say(words, { n: waiting }) }) : title;
}

function tabsFor({ entry, params, ledger }) {
    const shown = tabs.filter(({ name }) => name !== "settle" || !isAlone(ledger));
    const links = shown.map(({ name, picture }) => {
        const current = entry.tab === name ? "page" : null;
        const href = inLedger(params.ledger, name);
        const attributes = { class: "tab", href, "aria-current": current, "data-key": `tab ${name}` };
        return h("a", attributes, icon(picture), h("span", {}, say(`tab.${name}`)));
    });
    return h("div", { class: "tab-list" }, links);
}

/** Beside the tabs, so that it never covers what is in a list. */
function addExpense(ledger) {
    const attributes = { class: "fab", href: inLedger(ledger, "expenses", "new"), "aria-label": say("expense.add") };
    return h("a", { ...attributes, "data-key": "add expense" }, icon("add"));
}

/** In a wallet of one there is nobody to settle with. */
function isAlone(ledger) {
    return ledger?.kind === "wallet" && ledger.participants.length < 2;
}
