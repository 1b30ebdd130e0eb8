// "Who are you here?" (SC-FR-PRT-2): someone nobody has claimed, someone new, or, apart, myself on another device.

import { limits, textProblem } from "../core/drafts.js";
import { h } from "../elements/build.js";
import { button, card } from "../elements/controls.js";
import { nameField } from "../elements/field.js";
import { form, Unfinished } from "../elements/form.js";
import { icon } from "../elements/icon.js";
import { disc } from "../elements/person.js";
import { say } from "../elements/voice.js";
import { homeOf, inLedger } from "./route.js";
import { serverNotice } from "./waiting/away.js";

export async function claimScreen(app, { ledger }) {
    const options = await app.books.ask("GET", `${inLedger(ledger)}/claim-options`);
    const become = async (id) => {
        await app.books.write(ledger.id, "POST", `/participants/${id}/claim`);
        await app.go(homeOf(ledger), { replace: true });
    };
    const rows = (people) => people.map(({ id, name }) => personRow(app, ledger.person(id) ?? { id, name }, become));
    const content = () => contentOf(app, ledger, rows(options.unclaimed), rows(options.claimedElsewhere), become);
    return { title: say("claim.title"), class: "narrow", once: true, content };
}

function contentOf(app, ledger, unclaimed, elsewhere, become) {
    const list = (rows) => h("ul", { class: "list" }, rows);
    const hint = h("p", { class: "hint" }, say("claim.elsewhereHint"));
    const later = button({ label: say("claim.later"), kind: "quiet", onclick: () => lookAround(app, ledger) });
    return [
        h("p", { class: "lead" }, say("claim.lead", { ledger: ledger.name })),
        unclaimed.length > 0 && card({ title: say("claim.unclaimed") }, list(unclaimed)),
        card({ title: say("claim.new") }, newPerson(app, ledger, become)),
        elsewhere.length > 0 && card({ title: say("claim.elsewhere") }, hint, list(elsewhere)),
        h("p", { class: "aside" }, later),
    ];
}

function personRow(app, person, become) {
    const text = h("span", { class: "row-text" }, h("span", { class: "row-title" }, person.name));
    const onclick = () => app.attempt(() => become(person.id));
    return h("li", {}, h("button", { type: "button", class: "row", onclick }, disc(person), text, icon("forward")));
}

function newPerson(app, ledger, become) {
    const name = nameField({ label: say("people.name"), value: app.books.me.account.name });
    const send = async () => {
        const problem = textProblem("name", name.value, limits.name);
        if (problem) throw new Unfinished([problem]);
        const person = await app.books.ask("POST", `${inLedger(ledger)}/participants`, { name: name.value });
        await become(person.id);
    };
    return form({ notice: serverNotice(app), fields: { name }, content: name, label: say("claim.newAction"), send });
}

function lookAround(app, ledger) {
    app.lookingAround = ledger.id;
    return app.go(homeOf(ledger), { replace: true });
}
