// One person of a ledger: name and colour, the statement with me, and taking them out.

import { limits, textProblem } from "../core/drafts.js";
import { colours } from "../core/people.js";
import { h } from "../elements/build.js";
import { choices } from "../elements/choices.js";
import { button, linkButton } from "../elements/controls.js";
import { nameField } from "../elements/field.js";
import { form, Unfinished } from "../elements/form.js";
import { disc, named } from "../elements/person.js";
import { confirmed } from "../elements/sheet.js";
import { say } from "../elements/voice.js";
import { inLedger } from "./route.js";

export function personScreen(app, { ledger, params }) {
    const person = ledger.person(params.person);
    if (!person) return { title: say("person.unknown"), once: true, content: () => h("p", {}, say("person.gone")) };
    const picture = h("p", { class: "centred" }, disc(person, "large"));
    const content = () => [picture, editForm(app, ledger, person), more(app, ledger, person)];
    return { title: named(person, ledger), once: true, content };
}

function editForm(app, ledger, person) {
    const fields = {
        name: nameField({ label: say("people.name"), value: person.name }),
        colour: colourChoice(person),
    };
    const send = async () => {
        const problem = textProblem("name", fields.name.value, limits.name);
        if (problem) throw new Unfinished([problem]);
        const wanted = { name: fields.name.value, colour: fields.colour.chosen()[0] };
        const changed = Object.entries(wanted).filter(([key, value]) => value !== person[key]);
        if (changed.length > 0) await change(app, ledger, person, "PATCH", "", Object.fromEntries(changed));
        app.leave();
    };
    return form({ fields, content: Object.values(fields), label: say("action.save"), send });
}

function colourChoice({ name, colour: chosen }) {
    const options = colours.map((colour) => ({
        value: colour,
        label: say(`colour.${colour}`),
        person: { name, colour },
    }));
    return choices({ legend: say("people.colour"), name: "colour", chosen: [chosen], options });
}

function more(app, ledger, person) {
    const me = ledger.myParticipantId;
    if (me === person.id) return null;
    const statement = me && inLedger(ledger, "settle", me, person.id);
    const [claiming, removing] = [() => claim(app, ledger, person), () => remove(app, ledger, person)];
    return h("div", { class: "stack more" }, [
        statement && linkButton({ label: say("people.statement"), picture: "receipt", href: statement }),
        !person.retiredAt && button({ label: say("people.thisIsMe"), picture: "person", onclick: claiming }),
        !person.retiredAt &&
        button({ label: say("people.remove"), picture: "trash", kind: "danger", onclick: removing }),
    ]);
}

function change(app, ledger, person, method, path, body) {
    return app.books.write(ledger.id, method, `/participants/${person.id}${path}`, body);
}

async function claim(app, ledger, person) {
    const [title, text] = [say("people.thisIsMe"), say("people.thisIsMeText", { name: person.name })];
    const sure = await confirmed({ title, text, action: say("people.thisIsMeAction"), kind: "primary" });
    if (!sure) return;
    await app.attempt(async () => {
        await change(app, ledger, person, "POST", "/claim");
        app.leave();
    });
}

async function remove(app, ledger, person) {
    const [title, text] = [say("people.removeTitle", { name: person.name }), say("people.removeText")];
    if (!(await confirmed({ title, text, action: say("people.remove") }))) return;
    await app.attempt(async () => {
        await change(app, ledger, person, "DELETE", "");
        app.leave();
        app.toast(say("people.removed", { name: person.name }));
    });
}
