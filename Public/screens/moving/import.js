// Files of other programs: choose or drop them, see what waits, and what was imported before.

import { byImport } from "../../core/moving/outcome.js";
import { sources } from "../../core/moving/programs.js";
import { h } from "../../elements/build.js";
import { card, linkRow } from "../../elements/controls.js";
import { formats, say } from "../../elements/voice.js";
import { FileIntake } from "./intake.js";
import { keptFiles } from "./kept.js";
import { wear } from "./looks.js";
import { countWords, programName } from "./words.js";

export const words = "moving";

export async function importScreen(app, { ledger }) {
    wear();
    const list = h("div", { class: "stack moving" });
    const draw = async () => list.replaceChildren(...listCards(app, await rows(app), ledger));
    await draw();
    const intake = new FileIntake(app, { into: ledger?.id, arrived: draw });
    const lead = ledger ? say("import.leadInto", { name: ledger.name }) : say("import.lead");
    const content =
        () => [h("p", { class: "lead" }, lead), card({ class: "stack" }, intake.element), list, sourcesFold()];
    return { title: say("import.title"), class: "narrow", once: true, content };
}

async function rows(app) {
    const [rows] = await Promise.all([app.books.all("/imports"), app.books.listLedgers()]);
    return byImport(rows);
}

function listCards(app, imports, ledger) {
    const into = ledger ? `?ledger=${encodeURIComponent(ledger.id)}` : "";
    const waiting = imports.filter(({ state }) => state === "waiting");
    const past = imports.filter(({ state, parts }) =>
        state !== "waiting" && (!ledger || parts.some(({ ledgerId }) => ledgerId === ledger.id))
    );
    return [
        waiting.length > 0 && card({ title: say("import.waiting") }, waiting.map((one) => waitingRow(app, one, into))),
        past.length > 0 && card({ title: say("import.past") }, past.map((one) => pastRow(app, one))),
    ].filter(Boolean);
}

function waitingRow(app, { id, parts: [{ format, entryCount }] }, into) {
    const label = keptFiles(app).get(id)?.file.name ?? programName(format);
    const detail = `${programName(format)} · ${say("import.entries", { n: entryCount })}`;
    return linkRow({ picture: "income", label, detail, href: `/import/${id}${into}` });
}

function pastRow(app, { id, at, state, parts }) {
    const names = parts.map(({ ledgerId }) => nameOf(app, ledgerId));
    const sum = (name) => parts.reduce((total, part) => total + (part[name] ?? 0), 0);
    const what = state === "undone"
        ? say("import.undone")
        : countWords({ expenses: sum("expenses"), payments: sum("settlements") });
    const detail = `${formats.instant(at)} · ${what}`;
    return linkRow({ picture: "history", label: formats.list(names), detail, href: `/import/${id}` });
}

function nameOf({ books }, id) {
    return books.ledgers?.find((ledger) => ledger.id === id)?.name ?? say("import.goneLedger");
}

/** Where such files come from, one plain line each. */
function sourcesFold() {
    const lines = sources.map(([name, program]) => [
        h("dt", {}, program ?? say("import.otherSource")),
        h("dd", {}, say(`import.source.${name}`)),
    ]);
    const summary = h("summary", {}, say("import.sources"));
    return h("details", { class: "card fold", "data-key": "sources" }, summary, h("dl", { class: "facts" }, lines));
}
