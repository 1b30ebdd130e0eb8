// One person of a ledger: their name, the statement with me, and saying that it is me.

import { limits, textProblem } from "../core/drafts.js";
import { h } from "../elements/build.js";
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
    const content = () => [picture, renameForm(app, ledger, person), more(app, ledger, person)];
    return { title: named(person, ledger), once: true, content };
}

function renameForm(app, ledger, person) {
    const name = nameField({ label: say("people.name"), value: person.name });
    const send = async () => {
        const problem = textProblem("name", name.value, limits.name);
        if (problem) throw new Unfinished([problem]);
        if (name.value !== person.name) await write(app, ledger, person, "PATCH", "", { name: name.value });
        app.leave();
    };
    return form({ fields: { name }, content: name, label: say("action.save"), send });
}

function write(app, ledger, person, method, path, body) {
    return app.books.write(ledger.id, method, `/participants/${person.id}${path}`, body);
}

/** What leads on from another person: our statement, or that I am this person myself. */
function more(app, ledger, person) {
    const me = ledger.myParticipantId;
    if (me === person.id) return null;
    const href = me && inLedger(ledger, "settle", me, person.id);
    const onclick = () => claim(app, ledger, person);
    return h("div", { class: "stack more" }, [
        href && linkButton({ label: say("people.statement"), picture: "receipt", href }),
        button({ label: say("people.thisIsMe"), picture: "person", onclick }),
    ]);
}

async function claim(app, ledger, person) {
    const [title, text] = [say("people.thisIsMe"), say("people.thisIsMeText", { name: person.name })];
    const sure = await confirmed({ title, text, action: say("people.thisIsMeAction"), kind: "primary" });
    if (!sure) return;
    await app.attempt(async () => {
        await write(app, ledger, person, "POST", "/claim");
        app.leave();
    });
}
