// What a restore would change, or has changed, ledger by ledger.

import { isSkipped, lineKey } from "../../core/moving/restoring.js";
import { h } from "../../elements/build.js";
import { card, linkButton, linkRow } from "../../elements/controls.js";
import { icon } from "../../elements/icon.js";
import { say } from "../../elements/voice.js";
import { homeOf } from "../route.js";

export function reportList({ ledgers, removedLedgerIds }, { ledgers: mine }) {
    const nameOf = (id) => mine?.find((one) => one.id === id)?.name ?? id;
    return h(
        "ul",
        { class: "list" },
        [
            ledgers.filter(({ outcome }) => outcome !== "notSelected").map(ledgerLine),
            removedLedgerIds.map((id) => line("trash", nameOf(id), say("restore.line.removed"), "error")),
        ].flat(),
    );
}

function ledgerLine(one) {
    const words = say(`restore.line.${lineKey(one)}`, { n: one.newEvents, lost: one.lostEvents, all: one.events });
    const isBad = isSkipped(one) || (one.outcome === "replaced" && one.lostEvents > 0);
    const picture = isSkipped(one) ? "warning" : one.outcome === "unchanged" ? "check" : "receipt";
    return line(picture, one.name || one.ledgerId, words, isBad ? "error" : null);
}

function line(picture, name, words, state) {
    return h("li", { class: "row plain-row" }, [
        h("span", { class: "row-picture", "data-state": state }, icon(picture)),
        h("span", { class: "row-text" }, [
            h("span", { class: "row-title" }, name),
            h("span", { class: "row-detail" }, words),
        ]),
    ]);
}

/** Everybody says once per ledger who they are, unless this device had said so before. */
export function doneCard(report, books) {
    const there = report.ledgers.filter(({ stateHash }) => stateHash !== null);
    const skipped = report.ledgers.filter(isSkipped);
    const rows = there.map(({ ledgerId, name, newEvents }) => {
        const ledger = books.ledgers?.find(({ id }) => id === ledgerId);
        const detail = say("restore.restored", { n: newEvents });
        return linkRow({ picture: "receipt", label: name, detail, href: ledger ? homeOf(ledger) : "/ledgers" });
    });
    return card({ title: say("restore.done") }, [
        h("p", { class: "hint", role: "status" }, say("restore.doneText", { n: there.length })),
        rows,
        skipped.map(ledgerLine),
        h("div", { class: "ways" }, linkButton({ label: say("ledgers.title"), href: "/ledgers" })),
    ]);
}
