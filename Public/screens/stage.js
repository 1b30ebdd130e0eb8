// Shows the screen that the address names, with its sheet on top if it is one, and keeps both up to date.

import { h, rebuild } from "../elements/build.js";
import { button, emptyState, linkButton, skeleton } from "../elements/controls.js";
import { sentence } from "../elements/form.js";
import { sheet } from "../elements/sheet.js";
import { say } from "../elements/voice.js";
import { Frame } from "./frame.js";
import { Navigation } from "./navigation.js";
import { fill, homeOf, match } from "./route.js";

/** A skeleton appears only when the wait is long enough to be noticed. */
const skeletonAfter = 150;

/**
 * A screen is `{title, content()}`, and perhaps `class` for the column or sheet, `quietTitle` when the title need not be
 * seen, and `once` when it must not be built anew under the person's hands.
 */
export class Stage {
    #app;
    #addresses;
    #main = document.getElementById("stage");
    #frame;
    #navigation = new Navigation((how) => this.#show(how));
    #base = null;
    #sheet = null;
    #turn = 0;

    constructor(app, addresses) {
        this.#app = app;
        this.#addresses = addresses;
        this.#frame = new Frame(app);
    }

    open() {
        this.#navigation.listen();
        return this.#show({});
    }

    go(address, options) {
        return this.#navigation.go(address, options);
    }

    /** To where we came from, or to that address when this is where we came in. */
    back(address) {
        return this.#navigation.leave(address);
    }

    /** Out of a sheet or a form. */
    leave() {
        const { entry, params } = match(this.#addresses, location.pathname);
        this.#navigation.leave(fill([entry.over].flat()[0] ?? entry.back ?? "/", params));
    }

    /** Something was learned: builds anew what shows it. A form that is being filled in is left alone. */
    refresh() {
        if (!this.#base) return;
        for (const { place, screen, root } of [this.#base, this.#sheet].filter(Boolean)) {
            if (place.params.ledger && !place.ledger) return this.#again();
            root.classList.remove("arriving");
            if (!screen.once) rebuild(root, screen.content);
        }
        this.#frame.show(this.#base.place);
    }

    async #show({ scroll = 0 }) {
        const turn = ++this.#turn;
        const place = this.#place(location.href);
        const elsewhere = await this.#elsewhere(place);
        if (turn !== this.#turn) return;
        if (elsewhere) return this.go(elsewhere, { replace: true });
        this.#sheet?.close();
        this.#sheet = null;
        const beneath = place.entry.over ? this.#beneath(place) : place;
        if (this.#base?.place.address !== beneath.address) await this.#showBase(beneath, turn, scroll);
        if (turn === this.#turn && place.entry.over) await this.#showSheet(place, turn);
        if (turn === this.#turn) this.#nameDocument(place);
    }

    /** What an address means now. The ledger is always the newest that is known. */
    #place(address) {
        const { books } = this.#app;
        const { pathname: path, searchParams: query, search, hash } = new URL(address, location.origin);
        const { entry, params } = match(this.#addresses, path) ?? { entry: null, params: {} };
        return {
            ...{ entry, params, path, query, address: path + search + hash },
            get ledger() {
                return books.opened(params.ledger);
            },
        };
    }

    /** The address to show instead: nobody may stand where they can not be. */
    async #elsewhere({ entry, path, address }) {
        const { books } = this.#app;
        if (!books.me && !entry?.open) {
            if (await books.needsSetUp()) return "/set-up";
            return path === "/" ? "/sign-in" : `/sign-in?then=${encodeURIComponent(address)}`;
        }
        if (entry?.open && !entry.always && books.me) return "/";
        if (entry) return null;
        const active = path === "/" ? books.me?.activeLedgerId : null;
        if (!active) return "/ledgers";
        return homeOf((await books.open(active).catch(() => null)) ?? { id: active });
    }

    /** A sheet lies over the screen that is already there, filters and all, or else over a fresh one. */
    #beneath({ entry, params }) {
        const paths = [entry.over].flat().map((pattern) => fill(pattern, params));
        return paths.includes(this.#base?.place.path) ? this.#base.place : this.#place(paths[0]);
    }

    async #showBase(place, turn, scroll) {
        const waiting = setTimeout(() => rebuild(this.#main, skeleton), skeletonAfter);
        const screen = await this.#screenAt(place);
        clearTimeout(waiting);
        if (turn !== this.#turn || !screen) return;
        const arrivedByLink = this.#base !== null;
        const title = h("h1", { class: screen.quietTitle ? "unseen" : "title", tabindex: "-1" }, screen.title);
        const root = h("div", { class: "screen arriving" });
        rebuild(root, screen.content);
        rebuild(this.#main, () => [title, root]);
        this.#main.className = screen.class ?? "";
        this.#base = { place, screen, root };
        this.#frame.show(place);
        scrollTo(0, scroll);
        if (arrivedByLink) (this.#main.querySelector("[autofocus]") ?? title).focus({ preventScroll: true });
    }

    async #showSheet(place, turn) {
        const screen = await this.#screenAt(place);
        if (turn !== this.#turn || !screen) return;
        const onclose = () => this.leave();
        const shown = sheet({ title: screen.title, content: screen.content(), class: screen.class, onclose });
        this.#sheet = { place, screen, root: shown.body, close: shown.close };
    }

    /** The screen of a place, once its ledger is open; or one that says why not. Null when another place is right. */
    async #screenAt(place) {
        try {
            if (place.params.ledger && !(await this.#enter(place))) return null;
            return await place.entry.screen(this.#app, place);
        } catch (error) {
            if (!error.code) throw error;
            return this.#failure(error);
        }
    }

    /** Opens the ledger, and asks who is there when nobody knows yet (SC-FR-PRT-2). */
    async #enter({ entry, params }) {
        const { books, lookingAround } = this.#app;
        const opening = books.open(params.ledger);
        const ledger = books.opened(params.ledger) ?? (await opening);
        books.enter(params.ledger);
        const known = ledger.myParticipantId || lookingAround === params.ledger || entry.anonymous;
        if (!known) this.go(fill("/ledgers/:ledger/claim", params), { replace: true });
        return known;
    }

    #failure(error) {
        const again = button({ label: say("action.tryAgain"), kind: "primary", onclick: () => this.#again() });
        const home = linkButton({ label: say("ledgers.title"), href: "/ledgers" });
        const title = say("failure.title");
        const content = () => emptyState({ picture: "warning", title, text: sentence(error), action: [again, home] });
        return { title, quietTitle: true, once: true, content };
    }

    #again() {
        this.#base = null;
        return this.#show({});
    }

    #nameDocument(place) {
        const title = (this.#sheet ?? this.#base)?.screen.title;
        document.title = [title, place.ledger?.name, say("app.name")].filter(Boolean).join(" · ");
    }
}
