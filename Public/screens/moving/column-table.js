// What the columns of a table are: chosen above its first rows, with what these rows then say below.

import { columnKinds, columnsProblem, columnsText, guessColumns, rowsAs } from "../../core/moving/columns.js";
import { h } from "../../elements/build.js";
import { option, withProblems } from "../../elements/field.js";
import { formats, say } from "../../elements/voice.js";

/** `.element` is a block of a form; its value is the list of columns as the server reads it. */
export class ColumnTable {
    #sample;
    #kinds;
    #result = h("div", { class: "stack snug", "aria-live": "polite" });

    /** `columns`: as they were said before; else they are guessed, and shown as a guess. */
    constructor(sample, { text, columns = null }) {
        this.#sample = sample;
        const heading = sample[0] ?? [];
        const guessed = columns ?? guessColumns(sample);
        this.#kinds = heading.map((name, place) => kindField(name, place, guessed[place] ?? "-"));
        const table = this.#table(heading);
        const block = h(
            "fieldset",
            { class: "choices" },
            [
                h("legend", { class: "field-label" }, say("import.columns")),
                h("p", { class: "hint" }, text),
                columns ? null : h("p", { class: "hint" }, say("import.columnsGuessed")),
                table,
                this.#result,
            ].filter(Boolean),
        );
        block.addEventListener("change", () => this.#follow());
        this.element = withProblems(block, this.#kinds[0] ?? block, () => columnsText(this.#chosen()));
        this.element.problem = () => {
            const problem = columnsProblem(this.#chosen());
            return problem ? [{ field: "columns", code: problem }] : [];
        };
        this.#follow();
    }

    #chosen() {
        return this.#kinds.map(({ value }) => value);
    }

    #table(heading) {
        const head = [
            h("tr", {}, heading.map((name) => h("th", { scope: "col" }, name || "–"))),
            h("tr", {}, this.#kinds.map((kind) => h("td", {}, kind))),
        ];
        const cells = (row) => h("tr", {}, heading.map((_, place) => h("td", {}, row[place] ?? "")));
        const body = this.#sample.slice(1).map(cells);
        const table = h("table", { class: "sample" }, h("thead", {}, head), h("tbody", {}, body));
        return h(
            "div",
            { class: "sample-place", tabindex: "0", role: "region", "aria-label": say("import.firstRows") },
            [
                table,
            ],
        );
    }

    /** What the rows say with these columns, or what is still missing. */
    #follow() {
        const problem = columnsProblem(this.#chosen());
        this.element?.showProblem(null);
        if (problem) {
            this.#result.replaceChildren(h("p", { class: "hint" }, say(`problem.columns.${problem}`)));
            return;
        }
        const lines = rowsAs(this.#chosen(), this.#sample).slice(0, 3).map((row) => h("li", {}, rowWords(row)));
        const title = h("p", { class: "field-label" }, say("import.rowsSay"));
        this.#result.replaceChildren(title, h("ul", { class: "points small" }, lines));
    }
}

function kindField(name, place, value) {
    const label = (kind) => say(kind === "-" ? "import.column.ignored" : `import.column.${kind}`);
    const options = columnKinds.map((kind) => option(kind, label(kind)));
    const which = say("import.columnOf", { name: name || String(place + 1) });
    const select = h("select", { class: "input", "aria-label": which, autocomplete: "off" }, options);
    select.value = value;
    return select;
}

function rowWords({ date, title, amount, currency, payer, sharers, category, kind, note, people }) {
    const sums = people.map((one) => say(`import.says.${one.kind}`, { name: one.name, amount: one.text }));
    const told = [
        ...[date, title, [amount, currency].filter(Boolean).join(" ")],
        payer && say("import.says.payer", { name: payer }),
        sharers && say("import.says.sharers", { names: sharers }),
        sums.length > 0 && formats.list(sums),
        ...[kind, category, note],
    ];
    return told.filter(Boolean).join(" · ");
}
