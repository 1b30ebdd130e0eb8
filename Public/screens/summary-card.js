// The card on top of the list: the total, whose money it was, and where I stand.

import { magnitude } from "../core/money.js";
import { h } from "../elements/build.js";
import { hero } from "../elements/controls.js";
import { called, disc } from "../elements/person.js";
import { money, say } from "../elements/voice.js";

export function summaryCard(ledger, { total, count, perPerson }, filtered) {
    return h(
        "section",
        { class: "card summary rest", "aria-label": say("summary.title") },
        h(
            "div",
            { class: "summary-head" },
            h(
                "div",
                {},
                h("p", { class: "caption" }, say(filtered ? "summary.found" : "summary.total")),
                hero(money(total, ledger)),
            ),
            h("p", { class: "summary-count" }, say("summary.count", { n: count })),
        ),
        paidBar(ledger, perPerson, total),
        h(
            "ul",
            { class: "shares" },
            [...perPerson].filter(([, { paid, share }]) => paid !== 0n || share !== 0n).map(([id, sums]) =>
                personSums(ledger, id, sums)
            ),
        ),
        !filtered && ledger.me && standing(ledger),
    );
}

/** Who paid how much of it, as lengths; the list below says the same in words. */
function paidBar(ledger, perPerson, total) {
    if (total === 0n) return null;
    const parts = [...perPerson].filter(([, { paid }]) => paid > 0n);
    return h(
        "div",
        { class: "paid-bar", "aria-hidden": "true" },
        parts.map(([id, { paid }]) =>
            h("span", {
                "data-colour": ledger.person(id)?.colour,
                variables: { "--part": String(Number((paid * 10_000n) / total)) },
            })
        ),
    );
}

function personSums(ledger, id, { paid, share }) {
    const person = ledger.person(id);
    return h(
        "li",
        { class: "share" },
        disc(person, "small"),
        h("span", { class: "share-name" }, called(person, ledger)),
        h(
            "span",
            { class: "share-sums" },
            h("span", {}, say("summary.paid", { amount: money(paid, ledger) })),
            h("small", {}, say("summary.share", { amount: money(share, ledger) })),
        ),
    );
}

function standing(ledger) {
    const position = ledger.positions.get(ledger.myParticipantId) ?? 0n;
    const words = position === 0n ? "balance.even" : position > 0n ? "balance.youAreOwed" : "balance.youOwe";
    return h(
        "p",
        { class: `standing ${position === 0n ? "" : position > 0n ? "good" : "bad"}` },
        say(words, { amount: money(magnitude(position), ledger) }),
    );
}
