// One book of a file: into which ledger it goes, and who of it is who there. Names only suggest.

import { possibleLedgers } from "../../core/moving/mapping.js";
import { limits, textProblem } from "../../core/drafts.js";
import { h } from "../../elements/build.js";
import { choices } from "../../elements/choices.js";
import { card } from "../../elements/controls.js";
import { field, nameField, option } from "../../elements/field.js";
import { formats, say } from "../../elements/voice.js";
import { currencyField } from "./currency-field.js";
import { keptFiles } from "./kept.js";
import { KnownPeople, NewPeople } from "./people-form.js";
import { checksPart, positionsPart } from "./report.js";
import { bookMoney, bookTitle, countWords, programName } from "./words.js";

/** Choices of where a book goes besides the ledgers that are there. */
const [isNew, isNowhere] = ["new", "nowhere"];

export class BookForm {
    #app;
    #parts = h("div", { class: "stack" });

    constructor(view, book) {
        this.#app = view.app;
        Object.assign(this, { plan: view.plan, book, leftOut: view.leftOut });
        this.ledgers = possibleLedgers(book, view.app.books.ledgers ?? []);
        this.name = nameField({ label: say("create.name"), value: this.#defaultName(view), limit: limits.title });
        this.currency = book.currency ? null : currencyField();
        this.labels = this.#labelsChoice();
        this.into = this.#intoField(view.into);
        this.into.input.addEventListener("change", () => this.#draw());
        this.#draw();
        this.element = card({ title: bookTitle(book), class: "stack" }, [
            h("p", { class: "hint" }, this.#contents()),
            this.into,
            this.#parts,
            checksPart(this.plan, book),
            positionsPart(this.plan, book),
        ]);
    }

    get isWanted() {
        return this.into.value !== isNowhere;
    }

    get #known() {
        return this.ledgers.find(({ id }) => id === this.into.value) ?? null;
    }

    get ledgerName() {
        return this.#known?.name ?? this.name.value;
    }

    #contents() {
        const { counts, expenseTotal } = this.book;
        const payments = counts.payments + counts.impliedPayments;
        const told = countWords({ expenses: counts.expenses, payments, incomes: counts.incomes });
        return say("import.contents", { what: told, total: bookMoney(expenseTotal, this.book) });
    }

    /** The file's own name of it, else that of the file; two of one name are told apart by their currencies. */
    #defaultName({ app, id, plan }) {
        const { name, currency } = this.book;
        const file = keptFiles(app).get(id)?.file.name.replace(/\.[^.]*$/, "");
        const stem = name ?? file ?? programName(plan.format);
        const isAlone = plan.books.filter((book) => book.name === name).length === 1;
        return [...(isAlone || !currency ? stem : `${stem} ${currency}`)].slice(0, limits.title).join("");
    }

    #intoField(wanted) {
        const known = this.ledgers.map(({ id, name, currency }) => option(id, `${name} · ${currency}`));
        const options = [option(isNew, say("import.newLedger")), ...known, option(isNowhere, say("import.nowhere"))];
        const value = this.ledgers.some(({ id }) => id === wanted) ? wanted : wanted ? isNowhere : isNew;
        const misses = wanted && value === isNowhere;
        const hint = misses ? say("import.otherCurrency") : null;
        return field({ label: say("import.into"), name: "into", tag: "select", options, value, hint });
    }

    #labelsChoice() {
        const { categories } = this.plan;
        if (categories.length === 0) return null;
        const options = [{ value: "yes", label: say("import.labelsYes", { n: categories.length }) }];
        const hint = h("p", { class: "hint" }, formats.list(categories.slice(0, 8)) + (categories[8] ? " …" : ""));
        return choices({
            legend: say("import.labels"),
            name: "labels",
            multiple: true,
            options,
            chosen: ["yes"],
            hint,
        });
    }

    #draw() {
        const known = this.#known;
        const people = this.book.people.map((person) => this.plan.people[person]);
        this.people = known ? new KnownPeople(people, known) : new NewPeople(people, this.#app.books.me.account.name);
        const own = known ? [] : [this.name, this.currency];
        const parts = this.isWanted ? [...own, this.people.element, this.labels] : [];
        this.#parts.hidden = !this.isWanted;
        this.#parts.replaceChildren(...parts.filter(Boolean));
    }

    /** Where each refusal belongs, as the server names what it is about. */
    nameFields(fields, place) {
        const at = `books[${place}]`;
        Object.assign(fields, {
            into: this.into,
            [`${at}.ledgerId`]: this.into,
            [`${at}.people`]: this.people.element,
        });
        fields[`${at}.name`] = this.name;
        if (this.currency) fields[`${at}.currency`] = this.currency;
        for (const [field, block] of Object.entries(this.people.fields)) fields[`${at}.${field}`] = block;
    }

    problems(place) {
        const at = `books[${place}]`;
        const name = this.#known ? null : textProblem("name", this.name.value, limits.title);
        const currency = !this.#known && this.currency?.value === "" && { field: "currency", code: "missing" };
        const all = [name, currency, ...this.people.problems()].filter(Boolean);
        return all.map(({ field, code }) => ({ field: `${at}.${field}`, code }));
    }

    target() {
        const { book } = this.book;
        const rows = [...this.leftOut].map((key) => key.split(":").map(Number)).filter(([of]) => of === book);
        const place = this.#known ? { ledgerId: this.#known.id } : {
            name: this.name.value,
            ...(this.currency && { currency: this.currency.value }),
        };
        return {
            ...{ book, ...place, ...this.people.request() },
            leaveOut: rows.map(([, row]) => row),
            labels: this.labels ? this.labels.chosen().length > 0 : true,
        };
    }
}
