// Everything that waits to be sent, in its order.

import { h } from "../../elements/build.js";
import { card } from "../../elements/controls.js";
import { formats, say } from "../../elements/voice.js";
import { decisionBox, lostBox } from "./deciding.js";
import { waitingTag } from "./mark.js";
import { lineOf } from "./words.js";

/** A card, or nothing when nothing waits. */
export function waitingList(app, ledger) {
    const { ops, trouble } = app.waiting;
    if (ops.length === 0 && !trouble) return null;
    const rows = ops.map((op) => row(app, op, ledger));
    return card(
        { title: say("waiting.title", { n: ops.length }), level: "h3" },
        trouble && h("p", { class: "problem" }, say(`waiting.trouble.${trouble}`)),
        h("ul", { class: "list" }, rows),
    );
}

function row(app, op, ledger) {
    const isHere = op.ledger === ledger.id;
    const home = isHere ? ledger : app.books.opened(op.ledger) ?? { name: "", person: () => null, labels: [] };
    const when = formats.instant(op.recordedAt);
    const detail = isHere || !home.name ? when : `${home.name} · ${when}`;
    const text = [
        h("span", { class: "row-title" }, lineOf(op, app.books.told(op.ledger))),
        h("span", { class: "row-detail" }, detail),
        h("span", { class: "tags" }, waitingTag({ waiting: { ...op, tried: true } })),
    ];
    const line = h("div", { class: "row plain-row" }, h("span", { class: "row-text" }, text));
    const isStopped = op.state !== "waiting";
    const box = home.minorDigits === undefined ? lostBox : decisionBox;
    return h("li", {}, line, isStopped && box(app, op, home));
}
