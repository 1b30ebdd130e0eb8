// The ledgers of this account, each with what I am owed or owe in it.

import { moneyFromText } from "../core/money.js";
import { h } from "../elements/build.js";
import { emptyState, linkButton } from "../elements/controls.js";
import { icon } from "../elements/icon.js";
import { money, say } from "../elements/voice.js";
import { homeOf } from "./route.js";
import { syncPicture } from "./sync-state.js";

export async function ledgersScreen(app) {
    await app.books.listLedgers();
    return { title: say("ledgers.title"), content: () => lists(app.books.ledgers ?? []) };
}

function lists(ledgers) {
    if (ledgers.length === 0) {
        return emptyState({
            picture: "receipt",
            title: say("ledgers.none"),
            text: say("ledgers.noneText"),
            action: ways(),
        });
    }
    const shown = ledgers.filter(({ archivedAt }) => !archivedAt);
    const archived = ledgers.filter(({ archivedAt }) => archivedAt);
    return [
        h("ul", { class: "card list" }, shown.map(row)),
        h("div", { class: "ways" }, ways()),
        archived.length > 0 &&
        h(
            "details",
            { class: "card fold", "data-key": "archived" },
            h("summary", {}, say("ledgers.archived", { n: archived.length })),
            h("ul", { class: "list" }, archived.map(row)),
        ),
    ];
}

function ways() {
    return [
        linkButton({ label: say("ledgers.create"), picture: "add", kind: "primary", href: "/ledgers/new" }),
        linkButton({ label: say("ledgers.join"), picture: "key", href: "/ledgers/join" }),
    ];
}

function row(ledger) {
    if (isUnreadable(ledger)) return unreadableRow(ledger);
    const text = h(
        "span",
        { class: "row-text" },
        h("span", { class: "row-title" }, ledger.name),
        h("span", { class: "row-detail" }, standing(ledger)),
        troubled.includes(ledger.sync?.state) && trouble(ledger.sync.state),
    );
    const picture = h("span", { class: "row-picture" }, icon(ledger.kind === "wallet" ? "budget" : "receipt"));
    return h("li", {}, h("a", { class: "row", href: homeOf(ledger) }, picture, text, icon("forward")));
}

/** States that somebody should see without opening the ledger. */
const troubled = ["offline", "error"];

function trouble(state) {
    const mark = { class: "state-mark", "data-state": state };
    return h("span", mark, icon(syncPicture(state)), say(`sync.${state}.title`));
}

/** One that the server holds and can not open: the others are usable all the same. */
function isUnreadable({ sync }) {
    return sync?.problem?.code === "ledger-unreadable";
}

function unreadableRow({ id, sync: { problem } }) {
    const text = h(
        "span",
        { class: "row-text" },
        h("span", { class: "row-title" }, say("ledgers.unreadable")),
        h("span", { class: "row-detail" }, problem.detail),
        h("span", { class: "row-detail" }, problem.remedy),
        h("span", { class: "row-detail code" }, id),
    );
    const picture = h("span", { class: "row-picture", "data-state": "error" }, icon("warning"));
    return h("li", {}, h("div", { class: "row plain-row" }, picture, text));
}

/** "You are owed €12.30" in the list, as far as the server told it. */
function standing(ledger) {
    if (!ledger.myBalance) return ledger.currency;
    const balance = moneyFromText(ledger.myBalance, ledger.minorDigits);
    if (balance === 0n) return say("balance.even");
    return say(balance > 0n ? "balance.youAreOwed" : "balance.youOwe", {
        amount: money(balance < 0n ? -balance : balance, ledger),
    });
}
