// The ledgers of this account, each with what I am owed or owe in it.

import { moneyFromText } from "../core/money.js";
import { stateBadge } from "../elements/badge.js";
import { h } from "../elements/build.js";
import { emptyState, linkButton } from "../elements/controls.js";
import { icon } from "../elements/icon.js";
import { money, said, say } from "../elements/voice.js";
import { firstSteps } from "./first-steps.js";
import { installCard } from "./help/install-card.js";
import { homeOf } from "./route.js";
import { syncPicture } from "./sync-state.js";

export async function ledgersScreen(app) {
    const ledgers = await app.books.listLedgers();
    await Promise.all(ledgers.map(({ id }) => app.books.kept(id)));
    const known = () => (app.books.ledgers ?? []).map((ledger) => newest(app, ledger));
    return { title: say("ledgers.title"), content: () => contentOf(app, known()) };
}

/** As the server told it; while it is away, or does not know everything yet, as it is on this device. */
function newest({ books, waiting }, ledger) {
    const isTold = books.reachable && waiting.mark(ledger.id) === "";
    const kept = isTold ? null : books.glimpsed(ledger.id);
    if (!kept) return ledger;
    return { ...ledger, name: kept.name, balance: kept.positions.get(kept.myParticipantId) };
}

function contentOf(app, ledgers) {
    return ledgers.length === 0 ? [none(), firstSteps(app)] : [lists(ledgers), installCard()];
}

function none() {
    return emptyState({
        picture: "receipt",
        title: say("ledgers.none"),
        text: say("ledgers.noneText"),
        action: ways(),
    });
}

function lists(ledgers) {
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
        linkButton({ label: say("import.title"), picture: "income", href: "/import" }),
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
    return stateBadge(state, syncPicture(state), say(`sync.${state}.title`));
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
        h("span", { class: "row-detail" }, said(problem.detail)),
        h("span", { class: "row-detail" }, said(problem.remedy)),
        h("span", { class: "row-detail code" }, id),
    );
    const picture = h("span", { class: "row-picture", "data-state": "error" }, icon("warning"));
    return h("li", {}, h("div", { class: "row plain-row" }, picture, text));
}

/** "You are owed €12.30" in the list, as far as it is known. */
function standing(ledger) {
    const balance = ledger.balance ?? (ledger.myBalance ? moneyFromText(ledger.myBalance, ledger.minorDigits) : null);
    if (balance === null) return ledger.currency;
    if (balance === 0n) return say("balance.even");
    return say(balance > 0n ? "balance.youAreOwed" : "balance.youOwe", {
        amount: money(balance < 0n ? -balance : balance, ledger),
    });
}
