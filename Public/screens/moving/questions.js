// What a file does not say and a person can: it is then read once more.

import { h } from "../../elements/build.js";
import { choices } from "../../elements/choices.js";
import { card } from "../../elements/controls.js";
import { field, option } from "../../elements/field.js";
import { fileDrop } from "../../elements/file-drop.js";
import { form, Unfinished } from "../../elements/form.js";
import { said, say } from "../../elements/voice.js";
import { ColumnTable } from "./column-table.js";
import { currencyField } from "./currency-field.js";
import { previewAddress, sendFile } from "./intake.js";
import { keptFiles } from "./kept.js";
import { Sending } from "./sending.js";
import { withRemedy } from "./words.js";

/** Null where nothing is open, and no columns were said that could be said differently. */
export function questionsCard(view) {
    const kept = keptFiles(view.app).get(view.id);
    const saidColumns = kept?.options.columns;
    const questions = view.plan.questions.filter(({ kind }) => answers[kind]);
    if (questions.length === 0 && !saidColumns) return null;
    const blocks = questions.map((question) => answers[question.kind](question, view));
    if (saidColumns && !questions.some(({ kind }) => kind === "columns")) blocks.push(columnsAgain(kept, saidColumns));
    const words = form({
        fields: Object.fromEntries(blocks.map((block) => [block.option, block])),
        content: [...blocks, ...fileParts(view, kept)],
        label: say("import.readAgain"),
        send: () => readAgain(view, blocks),
        notice: view.sending.element,
    });
    if (questions.length > 0) return card({ title: say("import.questions") }, words);
    const summary = h("summary", {}, say("import.columnsChange"));
    return h("details", { class: "card fold", "data-key": "columns" }, summary, words);
}

/** The file itself is at hand only as long as this page is open. */
function fileParts(view, kept) {
    view.sending = new Sending(view.app);
    if (kept) return [];
    const line = h("p", { class: "hint", role: "status" }, say("import.fileNeeded"));
    const take = ([file]) => {
        keptFiles(view.app).set(view.id, { file, options: {}, sample: view.plan.sample });
        line.textContent = file.name;
    };
    return [fileDrop({ label: say("import.chooseAgain"), hint: say("import.chooseHint"), take }), line];
}

async function readAgain(view, blocks) {
    const { app, id } = view;
    const kept = keptFiles(app).get(id);
    const problems = blocks.flatMap((block) => block.problem?.() ?? []);
    if (!kept) problems.push({ field: "file", code: "missing", message: say("import.fileNeeded") });
    if (problems.length > 0) throw new Unfinished(problems);
    const options = { ...kept.options };
    for (const block of blocks) if (block.value) options[block.option] = block.value;
    const made = await sendFile(app, view.sending, kept.file, options, kept.sample)
        .catch((problem) => Promise.reject(withRemedy(problem)));
    if (!made) return;
    await app.books.ask("DELETE", view.path).catch(() => {});
    keptFiles(app).delete(id);
    await app.go(previewAddress(made, view.into), { replace: true });
}

/** `option`: how the answer is named in the request. */
function asked(block, name) {
    return Object.assign(block, { option: name });
}

function needed(block, name) {
    const problem = () => (block.value ? [] : [{ field: name, code: "missing" }]);
    return Object.assign(asked(block, name), { problem });
}

const answers = {
    columns: ({ message }, { plan }) => asked(new ColumnTable(plan.sample, { text: said(message) }).element, "columns"),
    currency: ({ message }) => needed(currencyField(said(message)), "currency"),
    dates: ({ message }) => needed(chosenOf("dates", ["dmy", "mdy"], said(message)), "dates"),
    mode: ({ message }) => needed(chosenOf("mode", ["cash", "virtual"], said(message)), "mode"),
    owner: ({ message }, { app }) => {
        const value = app.books.me.account.name;
        const block = field({ label: say("import.owner"), name: "owner", value, hint: said(message) });
        return needed(block, "owner");
    },
    "payment-category": ({ message, choices: known }) => {
        const options = [option("", say("import.noPayments")), ...known.map((one) => option(one, one))];
        const label = say("import.paymentCategory");
        const block = field({ label, name: "paymentCategory", tag: "select", options, hint: said(message) });
        return asked(block, "paymentCategory");
    },
};

function columnsAgain({ sample }, columns) {
    const block = new ColumnTable(sample ?? [], { text: say("import.columnsText"), columns: columns.split(",") });
    return asked(block.element, "columns");
}

/** Two answers, of which one is the person's to choose. */
function chosenOf(name, values, text) {
    const options = values.map((value) => ({ value, label: say(`import.${name}.${value}`) }));
    const hint = h("p", { class: "hint" }, text);
    const block = choices({ legend: say(`import.${name}`), name, options, chosen: [], hint });
    Object.defineProperty(block, "value", { get: () => block.chosen()[0] ?? "" });
    return block;
}
