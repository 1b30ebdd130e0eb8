// The entries of a file, a page at a time: each can be left out. Those of which the file does not say who paid stand apart.

import { isUnsure, roles } from "../../core/moving/outcome.js";
import { badge } from "../../elements/badge.js";
import { h } from "../../elements/build.js";
import { button } from "../../elements/controls.js";
import { formats, say } from "../../elements/voice.js";
import { bookMoney } from "./words.js";

/** What a page of the server holds, and how many are read before a person asks for more. */
const pages = { entries: 100, unsure: 500, most: 20 };

export class EntryList {
    #view;
    #unsure;
    #list = h("ul", { class: "list inset" });
    #more = button({ label: say("import.nextEntries"), onclick: () => this.#view.app.attempt(() => this.#load()) });
    #next = null;
    #shown = 0;

    /** `unsure`: how many of those there are; only they are shown then. */
    constructor(view, { unsure = null } = {}) {
        this.#view = view;
        this.#unsure = unsure;
        const isUnsureList = unsure !== null;
        const summary = isUnsureList ? say("import.unsure", { n: unsure }) : say("import.allEntries", {
            n: view.plan.entryCount,
        });
        const hint = h("p", { class: "hint" }, say(isUnsureList ? "import.unsureHint" : "import.allEntriesHint"));
        const parts = [h("summary", {}, summary), hint, this.#list, this.#more];
        this.element = h("details", { class: "card fold", "data-key": isUnsureList ? "unsure" : "entries" }, parts);
        this.element.addEventListener("toggle", () => {
            if (this.element.open && this.#shown === 0) view.app.attempt(() => this.#load());
        });
    }

    /** The next page; of the unsure ones, pages until there is something to show. */
    async #load() {
        const { app, path } = this.#view;
        const limit = this.#unsure === null ? pages.entries : pages.unsure;
        for (let read = 0; read < (this.#unsure === null ? 1 : pages.most); read += 1) {
            const cursor = this.#next ? `&cursor=${encodeURIComponent(this.#next)}` : "";
            const page = await app.books.ask("GET", `${path}/entries?limit=${limit}${cursor}`);
            this.#show(this.#unsure === null ? page.items : page.items.filter(isUnsure));
            this.#next = page.next;
            if (!this.#next || this.#shown === this.#unsure) break;
        }
        this.#more.hidden = !this.#next || this.#shown === this.#unsure;
    }

    #show(entries) {
        this.#shown += entries.length;
        this.#list.append(...entries.map((entry) => this.#row(entry)));
    }

    #row(entry) {
        const { plan } = this.#view;
        const book = plan.books[entry.book];
        const when = formats.longDay(entry.date, this.#view.app.today());
        const text = h("span", { class: "row-text" }, [
            h("span", { class: "row-title" }, entry.title),
            h("span", { class: "row-detail" }, `${when} · ${this.#words(entry)}`),
            h(
                "span",
                { class: "tags" },
                [
                    isUnsure(entry) && badge(say(`import.certainty.${entry.certainty}`), "strong"),
                    entry.isImplied && badge(say("import.implied")),
                    entry.category && badge(entry.category),
                ].filter(Boolean),
            ),
        ]);
        const amount = h("span", { class: "amount" }, bookMoney(entry.amount, book));
        return h("li", { class: "row plain-row" }, text, amount, this.#toggle(entry));
    }

    #words(entry) {
        const name = (person) => this.#view.plan.people[person].name;
        const { who, forWhom } = roles(entry);
        const holes = { who: formats.list(who.map(name)), forWhom: formats.list(forWhom.map(name)), n: who.length };
        return entry.certainty === "no-effect" ? say("import.entry.none") : say(`import.entry.${entry.kind}`, holes);
    }

    /** What has no effect is not recorded in any case. */
    #toggle(entry) {
        if (entry.certainty === "no-effect") return null;
        const { leftOut } = this.#view;
        const key = `${entry.book}:${entry.row}`;
        const press = button({ label: say("import.leaveOut"), kind: "quiet small" });
        const follow = () => {
            const isOut = leftOut.has(key);
            press.setAttribute("aria-pressed", String(isOut));
            press.setAttribute("aria-label", say("import.leaveOutOf", { title: entry.title }));
            press.firstElementChild.textContent = say(isOut ? "import.isLeftOut" : "import.leaveOut");
        };
        press.addEventListener("click", () => {
            if (!leftOut.delete(key)) leftOut.add(key);
            follow();
        });
        follow();
        return press;
    }
}
