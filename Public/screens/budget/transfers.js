// Money that I moved between two ledgers of mine: nobody owes it, it only changes what there is to spend here and there.

import { h } from "../../elements/build.js";
import { button, card, emptyState, linkButton } from "../../elements/controls.js";
import { icon } from "../../elements/icon.js";
import { confirmed } from "../../elements/sheet.js";
import { formats, money, say } from "../../elements/voice.js";
import { inLedger } from "../route.js";

export async function transfersScreen(app, place) {
    await app.books.listLedgers();
    return { title: say("transfers.title"), content: () => contentOf(app, place.ledger) };
}

function contentOf(app, ledger) {
    const { transfers } = ledger;
    const href = inLedger(ledger, "budget", "transfers", "new");
    const add = partners(app, ledger).length > 0
        ? linkButton({ label: say("transfer.add"), picture: "add", kind: "primary", href, "data-key": "add" })
        : h("p", { class: "hint centred" }, say("transfers.noPartner", { currency: ledger.currency }));
    if (transfers.length === 0) {
        const [title, text] = [say("transfers.none"), say("transfers.noneText")];
        return emptyState({ picture: "settle", title, text, action: add });
    }
    const rows = transfers.map((transfer) => row(app, ledger, transfer));
    return [card({}, h("ul", { class: "list" }, rows)), add];
}

/** The ledgers of mine with which money can be exchanged. */
export function partners(app, ledger) {
    const isOther = ({ id, currency, archivedAt }) => id !== ledger.id && currency === ledger.currency && !archivedAt;
    return (app.books.ledgers ?? []).filter((one) => isOther(one) && one.schemaVersion >= 2 && one.myParticipantId);
}

function row(app, ledger, transfer) {
    const other = app.books.ledgers?.find(({ id }) => id === transfer.ledgerId)?.name ?? say("transfers.unknown");
    const words = { name: other };
    const title = say(transfer.direction === "in" ? "transfers.from" : "transfers.to", words);
    const text = h("span", { class: "row-text" }, [
        h("span", { class: "row-title" }, title),
        h("span", { class: "row-detail" }, formats.longDay(transfer.date, app.today(ledger))),
        transfer.note && h("span", { class: "row-detail" }, transfer.note),
    ]);
    const signed = transfer.direction === "in" ? transfer.amount : -transfer.amount;
    return h("li", { class: "row plain-row" }, [
        h("span", { class: "row-picture" }, icon("settle")),
        text,
        h("span", { class: "amount" }, money(signed, ledger, { sign: true })),
        removeButton(app, ledger, transfer, title),
    ]);
}

function removeButton(app, ledger, { id }, title) {
    const onclick = async () => {
        const words = {
            title: say("transfers.removeTitle"),
            text: say("transfers.removeText"),
            action: say("action.delete"),
        };
        if (await confirmed(words)) {
            await app.attempt(() => app.books.write(ledger.id, "DELETE", `/transfers/${id}`));
        }
    };
    return button({ name: say("transfers.remove", { what: title }), picture: "trash", kind: "quiet", onclick });
}
