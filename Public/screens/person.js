// One person of a ledger: name and colour, the statement with me, and taking them out.

import { limits, textProblem } from "../core/drafts.js";
import { colours } from "../core/people.js";
import { h } from "../elements/build.js";
import { button, linkButton } from "../elements/controls.js";
import { choices } from "../elements/choices.js";
import { field } from "../elements/field.js";
import { form, Unfinished } from "../elements/form.js";
import { disc, named } from "../elements/person.js";
import { say } from "../elements/voice.js";
import { confirmed } from "../elements/sheet.js";
import { inLedger } from "./route.js";

export function personScreen(app, place) {
    const { ledger, params } = place;
    const person = ledger.person(params.person);
    if (!person) return { title: say("person.unknown"), once: true, content: () => h("p", {}, say("person.gone")) };
    return { title: named(person, ledger), once: true, content: () => [h("p", { class: "centred" }, disc(person, "large")), editForm(app, ledger, person), more(app, ledger, person)] };
}

function editForm(app, ledger, person) {
    const name = field({ label: say("people.name"), name: "name", value: person.name, autocomplete: "off", maxlength: limits.name });
    const colour = choices({
        legend: say("people.colour"), name: "colour", chosen: [person.colour],
        options: colours.map((value) => ({ value, label: say(`colour.${value}`), person: { name: person.name, colour: value } })),
    });
    return form({
        fields: { name, colour }, content: [name, colour], label: say("action.save"),
        send: async () => {
            const problem = textProblem("name", name.input.value, limits.name);
            if (problem) throw new Unfinished([problem]);
            const [wanted] = colour.chosen();
            const change = { ...(name.input.value.trim() !== person.name && { name: name.input.value.trim() }), ...(wanted !== person.colour && { colour: wanted }) };
            if (Object.keys(change).length > 0) await app.books.write(ledger.id, "PATCH", `/participants/${person.id}`, change);
            app.leave();
        },
    });
}

function more(app, ledger, person) {
    const me = ledger.myParticipantId;
    return h("div", { class: "stack more" },
        me && me !== person.id && linkButton({ label: say("people.statement"), picture: "receipt", href: inLedger(ledger, "settle", me, person.id) }),
        me !== person.id && !person.retiredAt && button({ label: say("people.thisIsMe"), picture: "person", onclick: () => claim(app, ledger, person) }),
        me !== person.id && !person.retiredAt && button({ label: say("people.remove"), picture: "trash", kind: "danger", onclick: () => remove(app, ledger, person) }));
}

async function claim(app, ledger, person) {
    const sure = await confirmed({ title: say("people.thisIsMe"), text: say("people.thisIsMeText", { name: person.name }), action: say("people.thisIsMeAction"), kind: "primary" });
    if (!sure) return;
    await app.attempt(async () => {
        await app.books.write(ledger.id, "POST", `/participants/${person.id}/claim`);
        app.leave();
    });
}

async function remove(app, ledger, person) {
    const sure = await confirmed({ title: say("people.removeTitle", { name: person.name }), text: say("people.removeText"), action: say("people.remove") });
    if (!sure) return;
    await app.attempt(async () => {
        await app.books.write(ledger.id, "DELETE", `/participants/${person.id}`);
        app.leave();
        app.toast(say("people.removed", { name: person.name }));
    });
}
