// The people of a ledger, a quick way to add more, and everything else that belongs to the ledger.

import { limits } from "../core/drafts.js";
import { magnitude } from "../core/money.js";
import { h } from "../elements/build.js";
import { button, card, linkRow } from "../elements/controls.js";
import { field } from "../elements/field.js";
import { icon } from "../elements/icon.js";
import { disc, named } from "../elements/person.js";
import { money, say } from "../elements/voice.js";
import { form, Unfinished } from "../elements/form.js";
import { inLedger } from "./route.js";

export function peopleScreen(app, place) {
    const add = addForm(app, place);
    return { title: say("tab.people"), quietTitle: true, content: () => contentOf(place.ledger, add) };
}

function contentOf(ledger, add) {
    const gone = ledger.participants.filter(({ retiredAt }) => retiredAt);
    return [
        card({ title: say("people.title", { n: ledger.present.length }) }, h("ul", { class: "list" }, ledger.present.map((person) => row(ledger, person))), add),
        gone.length > 0 && h("details", { class: "card fold", "data-key": "retired" }, h("summary", {}, say("people.retired", { n: gone.length })),
            h("ul", { class: "list" }, gone.map((person) => row(ledger, person)))),
        card({ title: say("people.ledger") },
            linkRow({ picture: "label", label: say("labels.title"), detail: say("labels.count", { n: ledger.labels.length }), href: inLedger(ledger, "labels") }),
            linkRow({ picture: "share", label: say("sharing.title"), detail: say("sharing.detail"), href: inLedger(ledger, "sharing") }),
            linkRow({ picture: "download", label: say("export.title"), detail: say("export.detail"), href: inLedger(ledger, "export") }),
            linkRow({ picture: "settings", label: say("settings.title"), detail: say("settings.detail"), href: inLedger(ledger, "settings") })),
    ];
}

function row(ledger, person) {
    const position = ledger.positions.get(person.id) ?? 0n;
    const words = position === 0n ? "balance.even" : position > 0n ? "balance.isOwed" : "balance.owes";
    return h("li", {}, h("a", { class: "row", href: inLedger(ledger, "people", person.id), "data-key": `person ${person.id}` }, disc(person),
        h("span", { class: "row-text" }, h("span", { class: "row-title" }, named(person, ledger)), h("span", { class: "row-detail" }, say(words, { amount: money(magnitude(position), ledger) }))),
        icon("forward")));
}

/** Stays ready for the next name: four people in half a minute. */
function addForm(app, place) {
    const name = field({ label: say("people.add"), name: "name", placeholder: say("create.personExample"), autocomplete: "off", autocapitalize: "words", enterkeyhint: "enter", maxlength: limits.name, "data-key": "add person" });
    const element = form({
        fields: { name }, content: name, label: say("create.add"), class: "inline",
        send: async () => {
            const wanted = name.input.value.trim();
            if (!wanted) throw new Unfinished([{ field: "name", code: "missing" }]);
            await app.books.write(place.params.ledger, "POST", "/participants", { name: wanted });
            name.input.value = "";
            name.input.focus();
        },
    });
    return element;
}
