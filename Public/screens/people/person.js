// One person of a ledger: name and colour, the statement with me, and what else can be done with them.

import { limits, textProblem } from "../../core/drafts.js";
import { h } from "../../elements/build.js";
import { button, linkButton } from "../../elements/controls.js";
import { nameField } from "../../elements/field.js";
import { form, Unfinished } from "../../elements/form.js";
import { disc, named } from "../../elements/person.js";
import { confirmed } from "../../elements/sheet.js";
import { say } from "../../elements/voice.js";
import { colourChoice } from "../colour-choice.js";
import { begunForm } from "../begun.js";
import { goneScreen } from "../gone.js";
import { inLedger } from "../route.js";
import { waitingNotice } from "../waiting/deciding.js";
import { mergedPart } from "./merged.js";
import { retireButton } from "./retire.js";

export function personScreen(app, { ledger, params }) {
    const person = ledger.person(params.person);
    if (!person) return goneScreen(say("person.unknown"), say("person.gone"));
    const picture = h("p", { class: "centred" }, disc(person, "large"));
    const content = () => [
        picture,
        waitingNotice(app, ledger, person, null),
        changeForm(app, ledger, person),
        mergedPart(app, ledger, person),
        more(app, ledger, person),
    ];
    return { title: named(person, ledger), detail: true, once: true, content };
}

/** What is typed into it is kept until it is saved. */
function changeForm(app, ledger, person) {
    const plain = { name: person.name, colour: person.colour };
    const make = (begun) => formFor(app, ledger, person, begun);
    return begunForm(app, `person ${ledger.id} ${person.id}`, plain, make);
}

function formFor(app, ledger, person, { draft, notice, keep, done }) {
    const name = nameField({ label: say("people.name"), value: draft.name });
    const colour = ledger.schemaVersion >= 2 ? colourChoice({ ...person, colour: draft.colour }) : null;
    const send = async () => {
        const problem = textProblem("name", name.value, limits.name);
        if (problem) throw new Unfinished([problem]);
        const [chosen] = colour?.chosen() ?? [];
        const change = {
            ...(name.value !== person.name && { name: name.value }),
            ...(chosen && chosen !== person.colour && { colour: chosen }),
        };
        if (Object.keys(change).length > 0) await write(app, ledger, person, "PATCH", "", change);
        done();
        app.leave();
    };
    const fields = { name, ...(colour && { colour }) };
    const element = form({ fields, content: [notice, name, colour], label: say("action.save"), send });
    const follow = () => keep({ name: name.value, ...(colour && { colour: colour.chosen()[0] }) });
    element.addEventListener("input", follow);
    follow();
    return element;
}

function write(app, ledger, person, method, path, body) {
    return app.books.write(ledger.id, method, `/participants/${person.id}${path}`, body);
}

/** What leads on from a person; from myself only what also concerns me. */
function more(app, ledger, person) {
    const me = ledger.myParticipantId;
    const isMe = me === person.id;
    const to = (...parts) => inLedger(ledger, "people", person.id, ...parts);
    const merge = { label: say("merge.action"), picture: "merge", href: to("merge") };
    const invite = {
        label: say("invites.one"),
        picture: "invite",
        href: `${inLedger(ledger, "invites")}?person=${person.id}`,
    };
    const statement = {
        label: say("people.statement"),
        picture: "receipt",
        href: inLedger(ledger, "settle", me, person.id),
    };
    const canBeMe = !isMe && !person.retiredAt;
    return h("div", { class: "stack more" }, [
        me && !isMe && linkButton(statement),
        !isMe && linkButton({ label: say("people.befriend"), picture: "people", href: to("friend") }),
        canBeMe && !person.claimed && linkButton(invite),
        canBeMe && thisIsMe(app, ledger, person),
        ledger.schemaVersion >= 2 && ledger.participants.length > 1 && linkButton(merge),
        retireButton(app, ledger, person),
    ]);
}

function thisIsMe(app, ledger, person) {
    const claim = async () => {
        const [title, text] = [say("people.thisIsMe"), say("people.thisIsMeText", { name: person.name })];
        const sure = await confirmed({ title, text, action: say("people.thisIsMeAction"), kind: "primary" });
        if (!sure) return;
        await app.attempt(async () => {
            await write(app, ledger, person, "POST", "/claim");
            app.leave();
        });
    };
    return button({ label: say("people.thisIsMe"), picture: "person", onclick: claim });
}
