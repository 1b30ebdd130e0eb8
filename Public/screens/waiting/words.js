// What waits, in words: what it is, why it was not accepted, what somebody else has changed meanwhile.

import { differences } from "../../core/outbox-conflict.js";
import { knownItem } from "../../core/outbox.js";
import { fieldSentence, sentence } from "../../elements/sentence.js";
import { formats, say } from "../../elements/voice.js";
import { describeChange } from "../change-words.js";

/** "Expense: Ferry". */
export function lineOf(op, snapshot) {
    const name = nameOf(op, snapshot);
    const kind = say(`waiting.kind.${op.kind}`);
    const words = op.method === "DELETE" ? "waiting.deletion" : name ? "waiting.line" : "waiting.nameless";
    return say(words, { kind, name: name || "" });
}

function nameOf({ kind, subject, body, before }, snapshot) {
    const item = body?.title || body?.name || body?.text ? body : before ?? knownItem(snapshot, kind, subject);
    return item?.title ?? item?.name ?? item?.text ?? body?.amount ?? item?.amount ?? "";
}

/** The server's reason, at each field that it names. */
export function reasonOf({ problem }) {
    const { errors = [] } = problem ?? {};
    return errors.length > 0 ? errors.map(fieldSentence).join(" ") : sentence(problem ?? {});
}

/** "Anna changed this while you were offline: …", and what one wants oneself. */
export function conflictWords(op, ledger) {
    if (!op.theirs) return [say("waiting.gone")];
    const list = (changes) => formats.list(changes.map((change) => describeChange(ledger, change)));
    const theirs = say("waiting.theirs", { who: whoOf(op, ledger), changes: list(op.changes ?? []) });
    if (op.method === "DELETE") return [theirs, say("waiting.youDeleted")];
    const mine = differences(op.kind, op.theirs, { ...op.theirs, ...op.body });
    return [theirs, mine.length > 0 && say("waiting.mine", { changes: list(mine) })].filter(Boolean);
}

export function whoOf({ theirs }, ledger) {
    return ledger.person(theirs?.lastEditedBy ?? theirs?.createdBy)?.name ?? say("waiting.somebody");
}
