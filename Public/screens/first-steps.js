// What there is to do on a new server, one thing after the other, each by the screen that is there for it.

import { h } from "../elements/build.js";
import { card, linkRow } from "../elements/controls.js";
import { say } from "../elements/voice.js";
import { platform } from "../outside/platform.js";
import { inLedger } from "./route.js";

/** The steps, with what of them is done; `more` of them stand where a ledger comes about. */
export function firstSteps({ books }, ...more) {
    const ledgers = (books.ledgers ?? []).filter(({ archivedAt, participants }) => !archivedAt && participants);
    const mine = ledgers.find(({ id }) => id === books.me.activeLedgerId) ?? ledgers.at(-1);
    const rows = [account(books.me), firstLedger(mine), ...more, others(mine, ledgers), phone()];
    return card({ title: say("first.title") }, h("ol", { class: "list" }, rows.map(step)));
}

function step({ name, done, picture, href, ...values }) {
    const label = say(`first.${name}`);
    const detail = say(done ? `first.${name}.done` : `first.${name}.detail`, values);
    const shown = done ? "check" : picture;
    if (!href) return h("li", { class: "row plain-row" }, h("span", { class: "row-text" }, plain(label, detail)));
    return h("li", {}, linkRow({ picture: shown, label, detail, href, "data-key": `first ${name}` }));
}

function plain(label, detail) {
    return [h("span", { class: "row-title" }, label), h("span", { class: "row-detail" }, detail)];
}

function account({ account: { name: who } }) {
    return { name: "account", done: true, picture: "person", href: "/account", who };
}

function firstLedger(ledger) {
    const done = Boolean(ledger);
    return { name: "ledger", done, picture: "receipt", href: done ? inLedger(ledger, "people") : "/ledgers/new" };
}

/** Somebody else came in, in whichever ledger. Before there is one, there is nothing to let anybody into. */
function others(ledger, ledgers) {
    const isSomebody = ({ participants, myParticipantId }) =>
        participants.some(({ claimed, id }) => claimed && id !== myParticipantId);
    const href = ledger && inLedger(ledger, "invites");
    return { name: "others", done: ledgers.some(isSomebody), picture: "invite", href };
}

/** Where https is missing the way leads by that. */
function phone() {
    const href = platform.canInstall || platform.isAlone ? "/help/install" : "/help/https";
    return { name: "phone", done: platform.isAlone, picture: "device", href };
}
