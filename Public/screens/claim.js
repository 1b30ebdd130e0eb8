// "Who are you here?" (SC-FR-PRT-2): someone nobody has claimed, someone new, or, apart, myself on another device.

import { limits, textProblem } from "../core/drafts.js";
import { h } from "../elements/build.js";
import { button, card } from "../elements/controls.js";
import { field } from "../elements/field.js";
import { form, Unfinished } from "../elements/form.js";
import { icon } from "../elements/icon.js";
import { disc } from "../elements/person.js";
import { say } from "../elements/voice.js";
import { inLedger } from "./route.js";

export async function claimScreen(app, place) {
    const { ledger } = place;
    const options = await app.books.ask("GET", `${inLedger(ledger)}/claim-options`);
    const drawn = (people) => people.map((one) => ledger.person(one.id) ?? one);
    const become = async (id) => {
        await app.books.write(ledger.id, "POST", `/participants/${id}/claim`);
        await app.go(inLedger(ledger, "expenses"), { replace: true });
    };
    return {
        title: say("claim.title"), class: "narrow", once: true,
        content: () => [
            h("p", { class: "lead" }, say("claim.lead", { ledger: ledger.name })),
            options.unclaimed.length > 0 && card({ title: say("claim.unclaimed") }, people(app, drawn(options.unclaimed), become)),
            card({ title: say("claim.new") }, newPerson(app, ledger, become)),
            options.claimedElsewhere.length > 0 && card({ title: say("claim.elsewhere") },
                h("p", { class: "hint" }, say("claim.elsewhereHint")), people(app, drawn(options.claimedElsewhere), become)),
            h("p", { class: "aside" }, button({ label: say("claim.later"), kind: "quiet", onclick: () => {
                app.lookingAround = ledger.id;
                app.go(inLedger(ledger, "expenses"), { replace: true });
            } })),
        ],
    };
}

function people(app, list, become) {
    return h("ul", { class: "list" }, list.map((person) =>
        h("li", {}, h("button", { type: "button", class: "row", onclick: () => app.attempt(() => become(person.id)) },
            disc(person), h("span", { class: "row-text" }, h("span", { class: "row-title" }, person.name)), icon("forward")))));
}

function newPerson(app, ledger, become) {
    const name = field({ label: say("people.name"), name: "name", value: app.books.me.account.name, autocomplete: "off", maxlength: limits.name });
    return form({
        fields: { name }, content: name, label: say("claim.newAction"),
        send: async () => {
            const problem = textProblem("name", name.input.value, limits.name);
            if (problem) throw new Unfinished([problem]);
            const person = await app.books.ask("POST", `${inLedger(ledger)}/participants`, { name: name.input.value.trim() });
            await become(person.id);
        },
    });
}
