// Everything that happened in a ledger, newest first: in words, field by field, who, on which device; each can be undone.

import { h } from "../../elements/build.js";
import { button, card, emptyState } from "../../elements/controls.js";
import { disc, named } from "../../elements/person.js";
import { formats, said, say } from "../../elements/voice.js";
import { deedOf } from "../../core/deeds.js";
import { describeChange, describeValue } from "../change-words.js";
import { expenseAddress, inLedger } from "../route.js";
import { awayLine } from "../waiting/away.js";
import { undoEvent } from "./undo.js";

const pageLength = 50;

/** What begins or ends is told by its summary; only changes are told field by field. */
const wholeThings = /(Created|Recorded|Added|Deleted)$/;

export async function activityScreen(app, place) {
    const feed = new Feed(app, place);
    await feed.load();
    return { title: say("activity.title"), class: "narrow", content: () => feed.content };
}

/** The part of the feed that was asked for so far. It is asked for anew when the ledger has changed. */
class Feed {
    #app;
    #place;
    #items = [];
    #next = null;
    #revision = null;

    constructor(app, place) {
        this.#app = app;
        this.#place = place;
    }

    get #ledger() {
        return this.#place.ledger;
    }

    async load(cursor = null) {
        const query = `?limit=${pageLength}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`;
        this.#revision = this.#ledger.revision;
        const page = await this.#app.books.ask("GET", `${inLedger(this.#ledger)}/activity${query}`);
        this.#items = cursor ? [...this.#items, ...page.items] : page.items;
        this.#next = page.next ?? null;
    }

    get content() {
        if (this.#revision !== this.#ledger.revision) this.#refresh();
        if (this.#items.length === 0) return nothing();
        const rows = this.#items.map((item) => entry(this.#app, this.#ledger, item));
        const older = button({ label: say("activity.more"), key: "older", onclick: () => this.#refresh(this.#next) });
        return [
            awayLine(this.#app),
            card({}, h("ol", { class: "list" }, rows)),
            this.#next && h("p", { class: "aside" }, older),
        ];
    }

    #refresh(cursor) {
        return this.#app.attempt(async () => {
            await this.load(cursor);
            this.#app.stage.refresh();
        });
    }
}

function nothing() {
    return emptyState({ picture: "history", title: say("activity.none"), text: say("activity.noneText") });
}

function entry(app, ledger, item) {
    const person = item.by && (ledger.person(item.by.participantId) ?? item.by);
    const lines = (wholeThings.test(item.kind) ? [] : item.changes).map((change) =>
        h("li", {}, describeChange(ledger, change))
    );
    const text = [
        h("p", { class: "row-title" }, subjectLink(ledger, item)),
        h("p", { class: "row-detail" }, byline(ledger, item)),
        lines.length > 0 && h("ul", { class: "points small" }, lines),
        item.undoneBy && h("p", { class: "row-detail" }, say("activity.wasUndone")),
        !item.canUndo && !item.undoneBy && item.cannotUndoReason &&
        h("p", { class: "hint" }, said(item.cannotUndoReason)),
    ];
    const undo = item.canUndo && undoButton(app, ledger, item);
    return h("li", { class: "row plain-row entry-row" }, disc(person), h("div", { class: "row-text" }, text), undo);
}

function byline(ledger, { by, device, at }) {
    const who = by ? named(ledger.person(by.participantId) ?? by, ledger) : say("person.unknown");
    const where = device?.name ? say("activity.onDevice", { device: device.name }) : "";
    return say("activity.by", { who, where, when: formats.instant(at) });
}

/** What happened, told from the entry's fields; what this version does not know is told by the server. */
function deedWords(ledger, item) {
    const deed = deedOf(item);
    if (!deed) return item.summary;
    const holes = Object.entries(deed.holes).map(([hole, { text, field, value }]) => [
        hole,
        text ?? describeValue(ledger, field, value),
    ]);
    const what = say(`deed.${deed.variant}`, Object.fromEntries(holes));
    return deed.isFutile ? say("deed.futile", { what }) : what;
}

function subjectLink(ledger, item) {
    const { subject } = item;
    const words = deedWords(ledger, item);
    if (subject?.kind !== "expense" || !ledger.expense(subject.id)) return words;
    return h("a", { href: expenseAddress(ledger, subject.id), "data-key": `subject ${subject.id}` }, words);
}

function undoButton(app, ledger, item) {
    const { id } = item;
    const onclick = () => undoEvent(app, ledger, id);
    const name = say("activity.undoWhat", { what: deedWords(ledger, item) });
    const words = { label: say("activity.undo"), picture: "undo", kind: "quiet small", key: `undo ${id}` };
    return button({ ...words, "aria-label": name, onclick });
}
