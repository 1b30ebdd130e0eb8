// What a person can do about a write that the server did not take: correct it, send it all the same, or let it go.

import { h } from "../../elements/build.js";
import { button, linkButton } from "../../elements/controls.js";
import { say } from "../../elements/voice.js";
import { expenseAddress, inLedger } from "../route.js";
import { conflictWords, reasonOf, whoOf } from "./words.js";

/**
 * Where one thing is shown: that it waits, or what is to be decided about it. `correct`: what leads to its form where no address
 * does; null where the form is right here.
 */
export function waitingNotice(app, ledger, { waiting }, correct) {
    if (!waiting || (waiting.state === "waiting" && !waiting.tried)) return null;
    const op = app.waiting.ops.find(({ seq }) => seq === waiting.seq);
    if (!op) return null;
    return op.state === "waiting"
        ? h("p", { class: "hint centred" }, say("waiting.saved"))
        : decisionBox(app, op, ledger, correct);
}

/** The reason, and the ways out of it. */
export function decisionBox(app, op, ledger, correct) {
    const words = op.state === "conflict" ? conflictWords(op, ledger) : [reasonOf(op)];
    const ways = op.state === "conflict" ? conflictWays(app, op, ledger) : refusalWays(app, op, correct);
    return problemBox(op, words, ways);
}

function problemBox(op, words, ways) {
    return h(
        "div",
        { class: "inset problem-box", role: "group", "aria-label": say(`waiting.mark.${op.state}`) },
        words.map((text) => h("p", {}, text)),
        h("div", { class: "pair" }, ways),
    );
}

/** Its ledger is not known here any more: there is nothing to correct, but it can be let go. */
export function lostBox(app, op) {
    return problemBox(op, [reasonOf(op)], [discardButton(app, op, say("waiting.discard"))]);
}

function refusalWays(app, op, correct) {
    return [wayToCorrect(app, op, correct), discardButton(app, op, say("waiting.discard"))];
}

function wayToCorrect(app, op, onclick) {
    const way = { label: say("waiting.correct"), picture: "edit", kind: "primary", "data-key": `correct ${op.seq}` };
    if (onclick !== undefined) return onclick && button({ ...way, onclick });
    const href = placeOf(op);
    if (!href) return button({ label: say("action.tryAgain"), kind: "primary", onclick: () => insist(app, op) });
    return linkButton({ ...way, href });
}

function conflictWays(app, op, ledger) {
    const isGone = !op.theirs;
    const mine = isGone ? "waiting.makeAnew" : op.method === "DELETE" ? "waiting.deleteAnyway" : "waiting.keepMine";
    const theirs = isGone ? say("waiting.leaveGone") : say("waiting.useTheirs", { who: whoOf(op, ledger) });
    return [
        button({ label: say(mine), kind: "primary", key: `mine ${op.seq}`, onclick: () => insist(app, op) }),
        discardButton(app, op, theirs),
    ];
}

function discardButton(app, op, label) {
    const onclick = () => app.attempt(async () => (await app.waiting.whole()).outbox.discard(op.seq));
    return button({ label, key: `discard ${op.seq}`, onclick });
}

function insist(app, op) {
    return app.attempt(async () => {
        const { outbox, sender } = await app.waiting.whole();
        await outbox.insist(op.seq, new Date().toISOString());
        await sender.run();
    });
}

/** Where it can be corrected; nowhere for what is not one thing with a form of its own. */
function placeOf({ kind, ledger, subject }) {
    const places = {
        expense: () => expenseAddress(ledger, subject, "edit"),
        settlement: () => inLedger(ledger, "settle", "settlements", subject),
        participant: () => inLedger(ledger, "people", subject),
        label: () => inLedger(ledger, "labels"),
        category: () => inLedger(ledger, "budget", "categories", subject),
        income: () => inLedger(ledger, "budget", "incomes", subject),
        ledger: () => inLedger(ledger, "settings"),
    };
    return places[kind]?.() ?? null;
}
