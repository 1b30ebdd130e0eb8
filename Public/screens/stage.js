// Shows the screen that the address names, with its sheet on top if it is one, and keeps both up to date.

import { inApp } from "../core/root-path.js";
import { h, rebuild } from "../elements/build.js";
import { skeleton } from "../elements/controls.js";
import { sentence } from "../elements/sentence.js";
import { holdingView } from "../elements/view.js";
import { say } from "../elements/voice.js";
import { failureScreen, wayOut } from "./failure.js";
import { Frame } from "./frame.js";
import { screenOf } from "./gone.js";
import { Navigation } from "./navigation.js";
import { Layers } from "./layers.js";
import { fill, homeOf, match } from "./route.js";

/** A skeleton appears only when the wait can be noticed. Who goes back to what it replaced has that built anew. */
const skeletonAfter = 150;

/**
 * A screen is `{title, content()}`, and perhaps `class` for the column or sheet, `quietTitle` when the title need not be
 * seen, `once` when it must not be built anew under the person's hands, and `isGone` when what it is about is not there. In a
 * wide window a `detail` stands beside a screen of the class "beside", instead of over it.
 */
export class Stage {
    #app;
    #addresses;
    #main = document.getElementById("stage");
    #frame;
    #navigation = new Navigation((how) => this.#show(how), (address) => this.#fetched(address));
    #base = null;
    #layers = new Layers(this.#main);
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
        const { entry, params } = match(this.#addresses, inApp(location).pathname);
        this.#navigation.leave(fill([entry.over].flat()[0] ?? entry.back ?? "/", params));
    }

    /** Something was learned: builds anew what shows it. A form that is being filled in is left alone. */
    refresh() {
        if (!this.#base) return;
        for (const { place, screen, root } of [this.#base, ...this.#layers.shown]) {
            if (place.params.ledger && !place.ledger) return this.#again();
            root.classList.remove("arriving");
            if (!screen.once) holdingView(root, () => rebuild(root, screen.content));
        }
        this.#frame.show(this.#base.place);
        this.#layers.markChosen();
    }

    /** Fetches the screen of an address. When that fails nobody is led away from where they are, with all that they typed. */
    async #fetched(address) {
        try {
            await this.#place(address).entry?.screen.load?.();
        } catch (problem) {
            if (!problem.code) throw problem;
            if (!this.#base) return true;
            this.#app.toast(sentence(problem), wayOut(problem));
            return false;
        }
        return true;
    }

    async #show({ scroll = 0 }) {
        const turn = ++this.#turn;
        const place = this.#place(inApp(location).href);
        const elsewhere = await this.#elsewhere(place);
        if (turn !== this.#turn) return;
        if (elsewhere) return this.go(elsewhere, { replace: true });
        this.#layers.clear(place);
        const beneath = place.entry.over ? this.#beneath(place) : place;
        const stands = this.#base?.place.address === beneath.address && this.#base.root.isConnected;
        if (!stands) await this.#showBase(beneath, turn, scroll);
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
                return entry?.early ? books.glimpsed(params.ledger) : books.opened(params.ledger);
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
        const ledger = (await books.glimpse(active)) ?? (await books.open(active).catch(() => null));
        return homeOf(ledger ?? { id: active });
    }

    /** A sheet lies over the screen that is already there, filters and all, or else over a fresh one. */
    #beneath({ entry, params }) {
        const paths = [entry.over].flat().map((pattern) => fill(pattern, params));
        return paths.includes(this.#base?.place.path) ? this.#base.place : this.#place(paths[0]);
    }

    async #showBase(place, turn, scroll) {
        place.scroll = scroll;
        const waiting = setTimeout(() => turn === this.#turn && rebuild(this.#main, skeleton), skeletonAfter);
        const screen = await this.#screenAt(place).finally(() => clearTimeout(waiting));
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
        this.#layers.show(place, screen, this.#base, () => this.leave());
    }

    /** The screen of a place, once its ledger is open; or one that says why not. Null when another place is right. */
    async #screenAt(place) {
        try {
            if (place.params.ledger && !(await this.#enter(place))) return null;
            return await screenOf(this.#appAt(place), place);
        } catch (error) {
            if (!error.code) throw error;
            return failureScreen(error, () => this.#again());
        }
    }

    /** The app as one screen has it: who has left it before its work was done is not led away from where they are now. */
    #appAt({ path }) {
        const leave = () => this.#top?.place.path === path && inApp(location).pathname === path && this.leave();
        return new Proxy(this.#app, { get: (app, name) => (name === "leave" ? leave : app[name]) });
    }

    get #top() {
        return this.#layers.shown.at(-1) ?? this.#base;
    }

    /** Opens the ledger, and asks who is there when nobody knows yet (SC-FR-PRT-2). */
    async #enter({ entry, params, query }) {
        const { books, lookingAround } = this.#app;
        const isEarly = entry.early && query.size === 0;
        const early = books.opened(params.ledger) ?? (isEarly ? await books.glimpse(params.ledger) : null);
        const opening = books.open(params.ledger);
        if (early) opening.catch(() => {});
        const ledger = early ?? (await opening);
        books.enter(params.ledger);
        const known = ledger.myParticipantId || lookingAround === params.ledger || entry.anonymous;
        if (known || (await books.isKnownThere(params.ledger))) return true;
        this.go(fill("/ledgers/:ledger/claim", params), { replace: true });
        return false;
    }

    #again() {
        this.#base = null;
        return this.#show({});
    }

    #nameDocument(place) {
        document.title = [this.#top?.screen.title, place.ledger?.name, say("app.name")].filter(Boolean).join(" · ");
    }
}
