// Shows the screen that the address names, with its sheet on top if it is one, and keeps both up to date.

import { h, rebuild } from "../elements/build.js";
import { button, emptyState, linkButton, skeleton } from "../elements/controls.js";
import { sentence } from "../elements/form.js";
import { sheet } from "../elements/sheet.js";
import { say } from "../elements/voice.js";
import { bar, tabBar } from "./frame.js";
import { fill, match } from "./route.js";

/** A skeleton appears only when the wait is long enough to be noticed. */
const skeletonAfter = 150;

export class Stage {
    #app;
    #addresses;
    #main = document.getElementById("stage");
    #bar = document.getElementById("bar");
    #tabs = document.getElementById("tabs");
    #base = null;
    #sheet = null;
    #turn = 0;
    #depth = 0;

    constructor(app, addresses) {
        this.#app = app;
        this.#addresses = addresses;
    }

    open() {
        history.scrollRestoration = "manual";
        addEventListener("popstate", (event) => this.#show({ depth: event.state?.depth ?? 0, back: true, scroll: event.state?.scroll }));
        document.addEventListener("click", (event) => this.#follow(event));
        this.#show({});
    }

    go(address, { replace = false } = {}) {
        if (replace) {
            history.replaceState({ depth: this.#depth }, "", address);
        } else {
            history.replaceState({ ...history.state, depth: this.#depth, scroll: scrollY }, "");
            history.pushState({ depth: this.#depth + 1 }, "", address);
            this.#depth += 1;
        }
        return this.#show({ depth: this.#depth });
    }

    /** Out of a sheet or a form: back if we came from inside, else to what lies beneath. */
    leave() {
        if (this.#depth > 0) return history.back();
        const { entry, params } = match(this.#addresses, location.pathname);
        this.go(fill([entry.over].flat()[0] ?? entry.back ?? "/", params), { replace: true });
    }

    /** Something was learned: builds anew what shows it. A form that is being filled in is left alone. */
    refresh() {
        for (const shown of [this.#base, this.#sheet]) {
            if (!shown?.screen || shown.screen.once) continue;
            if (this.#gone(shown)) return this.#show({});
            rebuild(shown.root, shown.screen.content());
        }
        if (this.#base) this.#frame(this.#base.place);
    }

    #gone({ place }) {
        return place.params.ledger && !place.ledger;
    }

    #follow(event) {
        const link = event.target.closest("a[href]");
        const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
        if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
        event.preventDefault();
        this.go(link.pathname + link.search + link.hash, { replace: link.hasAttribute("data-replace") });
    }

    async #show({ depth = 0, scroll = 0, back = false }) {
        this.#depth = depth;
        const turn = ++this.#turn;
        const place = this.#place(location.pathname, location.search);
        const elsewhere = await this.#elsewhere(place);
        if (turn !== this.#turn) return;
        if (elsewhere) return this.go(elsewhere, { replace: true });
        this.#closeSheet();
        const beneath = place.entry.over ? this.#beneath(place) : place;
        if (this.#base?.place.address !== beneath.address && !(await this.#showBase(beneath, turn, back ? scroll : 0))) return;
        if (place.entry.over) await this.#showSheet(place, turn);
        document.title = [this.#sheet?.screen.title ?? this.#base.screen?.title, place.ledger?.name, say("app.name")].filter(Boolean).join(" · ");
    }

    #place(path, search) {
        const { books } = this.#app;
        const found = match(this.#addresses, path) ?? { entry: null, params: {} };
        return {
            ...found, path, address: path + search, query: new URLSearchParams(search),
            get ledger() { return books.opened(found.params.ledger); },
        };
    }

    /** The address to show instead: nobody may stand where they can not be. */
    async #elsewhere({ entry, path, address }) {
        const { books } = this.#app;
        if (!books.me && !entry?.open) {
            if (await books.needsSetUp()) return "/set-up";
            return path === "/" ? "/sign-in" : `/sign-in?then=${encodeURIComponent(address)}`;
        }
        if (entry?.open && books.me) return "/";
        if (entry) return null;
        const active = books.me?.activeLedgerId;
        return path === "/" && active ? `/ledgers/${encodeURIComponent(active)}/expenses` : "/ledgers";
    }

    /** A sheet lies over the screen that is already there, filters and all, or else over a fresh one. */
    #beneath({ entry, params }) {
        const paths = [entry.over].flat().map((pattern) => fill(pattern, params));
        return paths.includes(this.#base?.place.path) ? this.#base.place : this.#place(paths[0], "");
    }

    async #showBase(place, turn, scroll) {
        const waiting = setTimeout(() => rebuild(this.#main, skeleton()), skeletonAfter);
        const screen = await this.#screenAt(place);
        clearTimeout(waiting);
        if (turn !== this.#turn || !screen) return false;
        this.#base?.screen?.leave?.();
        this.#base = { place, screen, root: this.#main };
        this.#frame(place);
        this.#main.className = screen.class ?? "";
        const first = this.#main.querySelector(".boot") !== null;
        rebuild(this.#main, [!screen.bare && h("h1", { class: screen.quietTitle ? "unseen" : "title", tabindex: "-1" }, screen.title), h("div", { class: "screen arriving" })]);
        this.#base.root = this.#main.lastElementChild;
        rebuild(this.#base.root, screen.content());
        scrollTo(0, scroll ?? 0);
        if (!first) this.#main.querySelector("[autofocus], h1")?.focus({ preventScroll: true });
        return true;
    }

    async #showSheet(place, turn) {
        const screen = await this.#screenAt(place);
        if (turn !== this.#turn || !screen) return;
        const shown = sheet({ title: screen.title, content: screen.content(), class: screen.class ?? "", onclose: () => this.leave() });
        this.#sheet = { place, screen, root: shown.body, close: shown.close };
    }

    #closeSheet() {
        this.#sheet?.screen.leave?.();
        this.#sheet?.close();
        this.#sheet = null;
    }

    /** The screen of a place, once its ledger is open; or one that says why not. Null when another place is right. */
    async #screenAt(place) {
        const { books } = this.#app;
        try {
            const id = place.params.ledger;
            if (id && !books.opened(id)) await books.open(id);
            else if (id) books.open(id);
            if (id && !place.ledger.myParticipantId && place.entry.at.split("/")[3] !== "claim" && this.#app.lookingAround !== id) {
                this.go(fill("/ledgers/:ledger/claim", place.params), { replace: true });
                return null;
            }
            return await place.entry.screen(this.#app, place);
        } catch (error) {
            if (!error.code) throw error;
            return this.#failure(error);
        }
    }

    #failure(error) {
        const again = button({ label: say("action.tryAgain"), kind: "primary", onclick: () => {
            this.#base = null;
            this.#show({ depth: this.#depth });
        } });
        const home = linkButton({ label: say("ledgers.title"), href: "/ledgers" });
        return { title: say("failure.title"), bare: true, once: true, content: () => [emptyState({ picture: "warning", title: say("failure.title"), text: sentence(error), action: [again, home] })] };
    }

    #frame(place) {
        rebuild(this.#bar, bar(this.#app, place));
        rebuild(this.#tabs, tabBar(place));
        document.body.dataset.tabs = place.entry.tab ? "shown" : "none";
        this.#tabs.setAttribute("aria-label", say("tab.label"));
    }
}
