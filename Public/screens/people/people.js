// The people of a ledger, a quick way to add more, and everything else that belongs to the ledger.

import { magnitude } from "../../core/money.js";
import { h } from "../../elements/build.js";
import { card, linkRow } from "../../elements/controls.js";
import { nameField } from "../../elements/field.js";
import { form, Unfinished } from "../../elements/form.js";
import { icon } from "../../elements/icon.js";
import { disc, named } from "../../elements/person.js";
import { money, say } from "../../elements/voice.js";
import { newId } from "../../outside/dice.js";
import { inLedger } from "../route.js";
import { keptLine, takeLine } from "../waiting/line.js";
import { waitingTag } from "../waiting/mark.js";

export function peopleScreen(app, place) {
    const add = addForm(app, place.params.ledger);
    return { title: say("tab.people"), quietTitle: true, class: "beside", content: () => contentOf(place.ledger, add) };
}

function contentOf(ledger, add) {
    const rows = (people) => h("ul", { class: "list" }, people.map((person) => row(ledger, person)));
    const gone = ledger.participants.filter(({ retiredAt }) => retiredAt);
    const summary = h("summary", {}, say("people.retired", { n: gone.length }));
    return [
        card(
            { title: say("people.title", { n: ledger.present.length }) },
            rows(ledger.present),
            isFull(ledger) ? null : add,
        ),
        gone.length > 0 && h("details", { class: "card fold", "data-key": "retired" }, summary, rows(gone)),
        card({}, friendsRow()),
        card({ title: say("people.ledger"), class: "rest" }, ledgerRows(ledger)),
    ];
}

/** How many a wallet is for is fixed when it is made. */
function isFull({ kind }) {
    return kind === "wallet";
}

function row(ledger, person) {
    const position = ledger.positions.get(person.id) ?? 0n;
    const words = position === 0n ? "balance.even" : position > 0n ? "balance.isOwed" : "balance.owes";
    const detail = say(words, { amount: money(magnitude(position), ledger) });
    const name = named(person, ledger);
    const title = person.accountDeleted ? say("people.accountDeleted", { name }) : name;
    const text = [
        h("span", { class: "row-title" }, title),
        h("span", { class: "row-detail" }, detail),
        waitingTag(person),
    ];
    const attributes = { class: "row", href: inLedger(ledger, "people", person.id), "data-key": `person ${person.id}` };
    return h("li", {}, h("a", attributes, disc(person), h("span", { class: "row-text" }, text), icon("forward")));
}

/** Those of all ledgers together. */
function friendsRow() {
    return linkRow({ picture: "people", label: say("friends.title"), detail: say("friends.detail"), href: "/friends" });
}

function ledgerRows(ledger) {
    const rows = [
        { place: "activity", picture: "history", detail: say("activity.detail") },
        { place: "invites", picture: "invite", detail: say("invites.detail") },
        { place: "labels", picture: "label", detail: say("labels.count", { n: ledger.labels.length }) },
        { place: "sharing", picture: "share", detail: say("sharing.detail") },
        { place: "import", picture: "income", detail: say("import.detail") },
        { place: "export", picture: "download", detail: say("export.detail") },
        { place: "settings", picture: "settings", detail: say("settings.detail") },
    ];
    return rows.map(({ place, picture, detail }) =>
        linkRow({ picture, label: say(`${place}.title`), detail, href: inLedger(ledger, place) })
    );
}

/** Stays ready for the next name: four people in half a minute. */
function addForm(app, ledgerId) {
    const example = say("create.personExample");
    const hints = { enterkeyhint: "enter", "data-key": "add person" };
    const name = nameField({ label: say("people.add"), placeholder: example, ...hints });
    const keep = keptLine(app, `person ${ledgerId}`, name);
    const send = async () => {
        if (!name.value) throw new Unfinished([{ field: "name", code: "missing" }]);
        const write = (text) => app.books.write(ledgerId, "PUT", `/participants/${newId()}`, { name: text });
        await takeLine(name, keep, write);
    };
    return form({ fields: { name }, content: name, label: say("create.add"), class: "inline", send });
}
