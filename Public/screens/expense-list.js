// The rows of expenses by day, newest first. A row is kept as long as it would look the same; older ones come while scrolling.

import { byDay } from "../core/expenses.js";
import { arrange, h } from "../elements/build.js";
import { button } from "../elements/controls.js";
import { formats, say } from "../elements/voice.js";
import { expenseRow } from "./expense-row.js";

/** The height in pixels that no row is below. */
const lowestRow = 60;

/** After those that fill the window, at most so many rows in a frame, and for so many milliseconds of it. */
const rowsInFrame = 8;
const partOfFrame = 4;

/** How far below the window the list is built ahead, in its height. */
const ahead = "300%";

export class ExpenseList {
    #app;
    #ledger;
    #today;
    #found = [];
    #length;
    /** What all rows were built from, besides their expense. */
    #manner = "";
    #rows = new Map();
    #days = new Map();
    #nearEnd = false;
    #isComing = false;
    #element = h("div", { class: "days" });
    #older = h(
        "p",
        { class: "aside" },
        button({ label: say("expenses.more"), key: "older", onclick: () => this.#more() }),
    );
    #watch = new IntersectionObserver((seen) => this.#follow(seen.at(-1).isIntersecting), { rootMargin: ahead });

    /** As long as it must be to stand where it stood, `scroll` pixels from the top. */
    constructor(app, scroll = 0) {
        this.#app = app;
        this.#length = Math.ceil((innerHeight + scroll) / lowestRow);
    }

    /** The list for these expenses, at the same length as before. */
    show(ledger, found) {
        this.#takeOver(ledger, found);
        const days = byDay(found.slice(0, this.#length)).map(({ day, expenses }) => this.#day(day, expenses));
        this.#days = new Map(days);
        arrange(this.#element, [...this.#days.values(), this.#hasOlder && this.#older].filter(Boolean));
        this.#watch.observe(this.#older);
        this.#comeOn();
        return this.#element;
    }

    get #hasOlder() {
        return this.#length < this.#found.length;
    }

    /** Rows of what is not there any more, or would look otherwise, are let go. */
    #takeOver(ledger, found) {
        const { participants, labels, categories, myParticipantId } = ledger;
        const named = categories.map(({ id, icon, name }) => [id, icon, name]);
        this.#today = this.#app.today(ledger);
        const manner = JSON.stringify([this.#today, participants, labels, named, myParticipantId]);
        if (manner !== this.#manner) this.#rows.clear();
        const kept = new Set(found.slice(0, this.#length));
        for (const expense of this.#rows.keys()) if (!kept.has(expense)) this.#rows.delete(expense);
        [this.#ledger, this.#found, this.#manner] = [ledger, found, manner];
    }

    #day(day, expenses) {
        const section = this.#days.get(day) ?? h("section", { class: "day" }, h("h2"), h("ul", { class: "card list" }));
        const [name, list] = section.children;
        name.className = "day-name";
        name.textContent = formats.day(day, this.#today);
        arrange(list, expenses.map((expense) => this.#row(expense)));
        return [day, section];
    }

    #row(expense) {
        if (!this.#rows.has(expense)) this.#rows.set(expense, expenseRow(this.#app, this.#ledger, expense));
        return this.#rows.get(expense);
    }

    #follow(isNear) {
        this.#nearEnd = isNear;
        this.#comeOn();
    }

    /** Older rows, frame by frame, as long as the end is near. */
    #comeOn() {
        if (!this.#nearEnd || this.#isComing) return;
        this.#isComing = true;
        requestAnimationFrame(() => {
            this.#isComing = false;
            if (this.#nearEnd && this.#older.isConnected) this.#more();
        });
    }

    /** The next older rows, below those that are there. */
    #more() {
        const end = performance.now() + partOfFrame;
        for (let rows = 0; rows < rowsInFrame && this.#hasOlder && performance.now() < end; rows++) this.#oneMore();
        if (!this.#hasOlder) this.#older.remove();
        else this.#comeOn();
    }

    #oneMore() {
        const expense = this.#found[this.#length++];
        const day = expense.executionDate;
        const there = this.#days.get(day);
        if (there) return there.lastChild.append(this.#row(expense));
        this.#days.set(...this.#day(day, [expense]));
        this.#older.before(this.#days.get(day));
    }
}
