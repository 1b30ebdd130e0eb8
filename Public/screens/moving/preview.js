// One import: what the file says and who is who in it, before anything is recorded; afterwards what came of it.

import { isNothingNew, unsureCount } from "../../core/moving/outcome.js";
import { h, rebuild } from "../../elements/build.js";
import { button, card, emptyState, linkButton } from "../../elements/controls.js";
import { form, Unfinished } from "../../elements/form.js";
import { confirmed } from "../../elements/sheet.js";
import { formats, say } from "../../elements/voice.js";
import { serverNotice } from "../waiting/away.js";
import { BookForm } from "./book-form.js";
import { EntryList } from "./entries.js";
import { keptFiles } from "./kept.js";
import { wear } from "./looks.js";
import { questionsCard } from "./questions.js";
import { issuesCard } from "./report.js";
import { resultParts } from "./result.js";
import { countWords, programName, withRemedy } from "./words.js";

export const words = "moving";

export async function previewScreen(app, { params, query }) {
    wear();
    const path = `/imports/${encodeURIComponent(params.import)}`;
    const missing = (problem) => (problem.status === 404 ? null : Promise.reject(problem));
    const [plan, rows] = await Promise.all([
        app.books.ask("GET", path).catch(missing),
        app.books.all("/imports"),
        app.books.listLedgers(),
    ]);
    const made = rows.filter(({ id, state }) => id === params.import && state !== "waiting");
    const view = new ImportView(app, { id: params.import, path, plan, made, into: query.get("ledger") });
    return { title: view.title, class: "narrow", once: true, content: () => view.root };
}

class ImportView {
    constructor(app, known) {
        Object.assign(this, { app, ...known });
        this.root = h("div", { class: "stack moving" });
        this.leftOut = new Set();
        this.fields = {};
        this.draw();
    }

    get title() {
        return this.plan && this.made.length === 0 ? say("import.preview") : say("import.result");
    }

    draw() {
        rebuild(this.root, () => this.parts());
    }

    parts() {
        if (this.made.length > 0) return resultParts(this);
        return this.plan ? this.previewParts() : forgotten();
    }

    previewParts() {
        const { plan } = this;
        const parts = [this.factsCard(), questionsCard(this), issuesCard(plan)];
        if (plan.entryCount === 0) return [...parts, this.away()];
        this.books = plan.books.map((book) => new BookForm(this, book));
        return [...parts, this.importForm()];
    }

    factsCard() {
        const { format, bytes, entryCount, expiresAt } = this.plan;
        const name = keptFiles(this.app).get(this.id)?.file.name;
        return card({ class: "stack snug" }, [
            h("p", { class: "strong" }, say("import.recognised", { program: programName(format) })),
            h(
                "p",
                {},
                [name, entryCount > 0 && say("import.entries", { n: entryCount }), formats.bytes(bytes)].filter(Boolean)
                    .join(" · "),
            ),
            h("p", { class: "hint" }, say("import.keptUntil", { when: formats.instant(expiresAt) })),
        ]);
    }

    importForm() {
        const unsure = this.plan.books.reduce((sum, book) => sum + unsureCount(book), 0);
        const content = [
            ...this.books.map(({ element }) => element),
            unsure > 0 && new EntryList(this, { unsure }).element,
            new EntryList(this).element,
        ];
        return form({
            notice: serverNotice(this.app),
            fields: this.fields,
            content: content.filter(Boolean),
            label: say("import.action"),
            send: () => this.send(),
            secondary: this.away(),
        });
    }

    /** Nothing was recorded: it is only forgotten. */
    away() {
        const forget = async () => {
            await this.app.books.ask("DELETE", this.path);
            keptFiles(this.app).delete(this.id);
            await this.app.go("/import", { replace: true });
        };
        return button({ label: say("import.discard"), onclick: () => this.app.attempt(forget) });
    }

    /** First only counted; recorded when the person has seen what is new. */
    async send() {
        const targets = this.targets();
        const commit = (isDryRun) =>
            this.app.books.ask("POST", `${this.path}/commit`, { books: targets, ...(isDryRun && { dryRun: true }) })
                .catch((problem) => Promise.reject(withRemedy(problem)));
        const expected = await commit(true);
        if (isNothingNew(expected)) return this.sayNothingNew(expected);
        if (!await confirmed(this.question(expected))) return;
        this.answer = await commit(false);
        await this.learn();
    }

    /** Says at once everything that is missing. */
    targets() {
        for (const name of Object.keys(this.fields)) delete this.fields[name];
        const wanted = this.books.filter((book) => book.isWanted);
        wanted.forEach((book, place) => book.nameFields(this.fields, place));
        if (wanted.length === 0) throw new Unfinished([{ field: "into", code: "noBook" }]);
        const problems = wanted.flatMap((book, place) => book.problems(place));
        if (problems.length > 0) throw new Unfinished(problems);
        return wanted.map((book) => book.target());
    }

    question({ books }) {
        const lines = books.map((made) => {
            const told = { expenses: made.expenses, payments: made.settlements };
            const known = made.known + made.deletedSince;
            const name = this.books.find(({ book }) => book.book === made.book).ledgerName;
            const line = say("import.comesInto", { what: countWords(told), name });
            return known > 0 ? `${line} ${say("import.alreadyThere", { n: known })}` : line;
        });
        return { title: say("import.sure"), text: lines.join(" "), action: say("import.now"), kind: "primary" };
    }

    sayNothingNew({ books }) {
        const known = books.reduce((sum, one) => sum + one.known + one.deletedSince, 0);
        const text = known > 0 ? say("import.nothingNewText", { n: known }) : say("import.nothingWanted");
        rebuild(this.root, () =>
            emptyState({
                picture: "check",
                title: say("import.nothingNew"),
                text,
                action: linkButton({ label: say("import.another"), href: "/import", kind: "primary" }),
            }));
    }

    /** What was made, as the ledgers' logs tell it. */
    async learn() {
        const [rows] = await Promise.all([this.app.books.all("/imports"), this.app.books.listLedgers()]);
        this.made = rows.filter(({ id, state }) => id === this.id && state !== "waiting");
        keptFiles(this.app).delete(this.id);
        this.draw();
        const title = document.querySelector("main h1");
        title.textContent = this.title;
        title.focus({ preventScroll: true });
        scrollTo(0, 0);
    }
}

/** After an hour, or when others came: nothing was recorded, so nothing is lost. */
function forgotten() {
    return emptyState({
        picture: "income",
        title: say("import.forgotten"),
        text: say("import.forgottenText"),
        action: linkButton({ label: say("import.choose"), href: "/import", kind: "primary" }),
    });
}
