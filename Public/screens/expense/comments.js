// What was said about an expense.

import { h } from "../../elements/build.js";
import { button } from "../../elements/controls.js";
import { field } from "../../elements/field.js";
import { form, Unfinished } from "../../elements/form.js";
import { sentence } from "../../elements/sentence.js";
import { disc, named } from "../../elements/person.js";
import { formats, say } from "../../elements/voice.js";
import { newId } from "../../outside/dice.js";
import { everyItem } from "../../outside/pages.js";
import { inLedger } from "../route.js";
import { waitingNotice } from "../waiting/deciding.js";
import { keptLine } from "../waiting/line.js";
import { waitingTag } from "../waiting/mark.js";
import { upgradeOffer } from "../upgrade-offer.js";

/** The longest comment, in characters. */
const longest = 2000;

/** One element that lives as long as its sheet; `follow(ledger, expense)` looks again when somebody has said something. */
export function commentsPart(app, place) {
    const title = h("h3", { class: "part-title" }, say("comments.title"));
    const list = h("ul", { class: "comments" });
    const path = () => `${inLedger(place.ledger, "expenses", place.params.expense)}/comments`;
    let told = [];
    const show = (...more) =>
        list.replaceChildren(...withWaiting(app, place, told).map((one) => row(app, place, one, load)), ...more);
    const load = async () => {
        show();
        try {
            told = await everyItem((page) => app.books.ask("GET", page), path());
            show();
        } catch (error) {
            show(h("li", { class: "hint" }, sentence(error)));
        }
    };
    const element = h("section", { class: "stack snug" }, title, list, entry(app, place, load));
    let known = null;
    element.follow = (ledger, { comments = 0, revision }) => {
        const mark = `${comments} ${revision} ${app.waiting.mark(ledger.id)}`;
        if (mark !== known && ledger.schemaVersion >= 2) load();
        known = mark;
    };
    return element;
}

function entry(app, place, load) {
    if (place.ledger.schemaVersion < 2) return upgradeOffer(place.ledger, say("comments.needsUpgrade"));
    const name = `comment ${place.ledger.id} ${place.params.expense}`;
    const label = say("comments.add");
    const text = field({ label, name: "text", tag: "textarea", rows: 2, maxlength: longest });
    const keep = keptLine(app, name, text);
    const send = async () => {
        if (!text.value) throw new Unfinished([{ field: "text", code: "missing" }]);
        const path = `/expenses/${place.params.expense}/comments`;
        await app.books.write(place.ledger.id, "PUT", `${path}/${newId()}`, { text: text.value });
        text.input.value = "";
        keep();
        await load();
    };
    return form({ fields: { text }, content: text, label: say("comments.send"), class: "inline", send });
}

/** As the list will be once everything has been sent that was written here. */
function withWaiting({ waiting }, { ledger, params }, items) {
    const about = `/expenses/${params.expense}/comments/`;
    const tried = waiting.in(ledger.id).some(({ attempts }) => attempts > 0);
    const ops = waiting.in(ledger.id).filter(({ kind, path }) => kind === "comment" && path.startsWith(about));
    const isGone = ({ id }) => ops.some(({ subject }) => subject === id);
    const written = ops.filter(({ method }) => method !== "DELETE").map((op) => ({
        id: op.subject,
        text: op.body.text,
        createdAt: op.recordedAt,
        createdBy: ledger.myParticipantId,
        waiting: { state: op.state, seq: op.seq, tried },
    }));
    return [...items.filter((one) => !isGone(one)), ...written];
}

function row(app, place, comment, load) {
    const { id, text, createdAt, createdBy } = comment;
    const { ledger, params } = place;
    const who = ledger.person(createdBy);
    const remove = () =>
        app.attempt(async () => {
            await app.books.write(ledger.id, "DELETE", `/expenses/${params.expense}/comments/${id}`);
            await load();
        });
    const head = h("p", {}, h("strong", {}, named(who, ledger)), " ", h("small", {}, formats.instant(createdAt)));
    const away = button({ name: say("comments.delete", { text }), picture: "trash", kind: "quiet", onclick: remove });
    const isStopped = comment.waiting && comment.waiting.state !== "waiting";
    const mark = isStopped ? waitingNotice(app, ledger, comment) : waitingTag(comment);
    return h("li", { class: "comment" }, disc(who, "small"), h("div", { class: "inset note" }, head, text, mark), away);
}
