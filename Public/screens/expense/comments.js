// What was said about an expense.

import { h } from "../../elements/build.js";
import { button } from "../../elements/controls.js";
import { field } from "../../elements/field.js";
import { form, sentence, Unfinished } from "../../elements/form.js";
import { disc, named } from "../../elements/person.js";
import { formats, say } from "../../elements/voice.js";
import { everyItem } from "../../outside/pages.js";
import { inLedger } from "../route.js";
import { upgradeOffer } from "../upgrade-offer.js";

/** The longest comment, in characters. */
const longest = 2000;

/** One element that lives as long as its sheet; `follow(ledger, expense)` looks again when somebody has said something. */
export function commentsPart(app, place) {
    const title = h("h3", { class: "part-title" }, say("comments.title"));
    const list = h("ul", { class: "comments" });
    const path = () => `${inLedger(place.ledger, "expenses", place.params.expense)}/comments`;
    const show = (items) => list.replaceChildren(...items.map((one) => row(app, place, one, load)));
    const load = async () => {
        try {
            show(await everyItem((page) => app.books.ask("GET", page), path()));
        } catch (error) {
            list.replaceChildren(h("li", { class: "hint" }, sentence(error)));
        }
    };
    const element = h("section", { class: "stack snug" }, title, list, entry(app, place, load));
    let known = null;
    element.follow = (ledger, { comments = 0, revision }) => {
        const mark = `${comments} ${revision}`;
        if (mark !== known && ledger.schemaVersion >= 2) load();
        known = mark;
    };
    return element;
}

function entry(app, place, load) {
    if (place.ledger.schemaVersion < 2) return upgradeOffer(place.ledger, say("comments.needsUpgrade"));
    const text = field({ label: say("comments.add"), name: "text", tag: "textarea", rows: 2, maxlength: longest });
    const send = async () => {
        if (!text.value) throw new Unfinished([{ field: "text", code: "missing" }]);
        const path = `/expenses/${place.params.expense}/comments`;
        await app.books.write(place.ledger.id, "POST", path, { text: text.value });
        text.input.value = "";
        await load();
    };
    return form({ fields: { text }, content: text, label: say("comments.send"), class: "inline", send });
}

function row(app, place, { id, text, createdAt, createdBy }, load) {
    const { ledger, params } = place;
    const who = ledger.person(createdBy);
    const remove = () =>
        app.attempt(async () => {
            await app.books.write(ledger.id, "DELETE", `/expenses/${params.expense}/comments/${id}`);
            await load();
        });
    const head = h("p", {}, h("strong", {}, named(who, ledger)), " ", h("small", {}, formats.instant(createdAt)));
    const away = button({ name: say("comments.delete", { text }), picture: "trash", kind: "quiet", onclick: remove });
    return h("li", { class: "comment" }, disc(who, "small"), h("div", { class: "inset note" }, head, text), away);
}
