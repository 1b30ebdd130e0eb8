// For the owner of the server: how it is, what it keeps, and where its settings are.

import { figure, readFigures } from "../../core/figures.js";
import { h } from "../../elements/build.js";
import { card, emptyState, linkRow } from "../../elements/controls.js";
import { formats, say } from "../../elements/voice.js";
import { isServerReady, serverFigures, serverHealth, serverTLS } from "../../outside/server-state.js";
import { inLedger } from "../route.js";
import { syncPicture } from "../sync-state.js";
import { backupsCard, rootsCard } from "./backups-card.js";

export const words = "server";

export async function serverScreen(app) {
    const title = say("server.title");
    if (!app.books.me.account.isOwner) return { title, class: "narrow", once: true, content: notYours };
    const learned = [serverHealth(), isServerReady(), serverFigures(), serverTLS(), answerOf(app)];
    const [health, isReady, text, tls, answer] = await Promise.all([...learned, app.books.listLedgers()]);
    const figures = text === null ? null : readFigures(text);
    const content = () => [
        card({ title: say("server.state") }, stateFacts(health, isReady, figures)),
        card({}, placeRows()),
        tls.certificate && tlsCard(tls),
        backupsCard(answer),
        rootsCard(answer),
        ledgersCard(app.books.ledgers ?? []),
        card({ title: say("server.figures"), class: "stack" }, figures ? workFacts(figures) : noFigures()),
        card({ title: say("server.settings"), class: "stack" }, settings()),
    ];
    return { title, class: "narrow", content };
}

/** Nothing while it is away. */
function answerOf({ books }) {
    return books.ask("GET", "/server").catch((problem) => problem.isUnreachable ? null : Promise.reject(problem));
}

function notYours() {
    return emptyState({ picture: "server", title: say("server.notYours"), text: say("server.notYoursText") });
}

function stateFacts({ version }, isReady, figures) {
    const started = figures && figure(figures, "process_start_time_seconds");
    const state = version ? say(isReady ? "server.ready" : "server.notReady") : say("server.away");
    return facts([
        ["server.is", state],
        version && ["server.version", version],
        started && ["server.since", formats.instant(started * 1000)],
    ]);
}

function facts(known) {
    const lines = known.filter(Boolean).map(([key, value]) => [h("dt", {}, say(key)), h("dd", {}, value)]);
    return h("dl", { class: "facts" }, lines);
}

function placeRows() {
    return [
        { label: "accounts.title", detail: "accounts.detail", picture: "people", href: "/account/accounts" },
        { label: "connection.list", detail: "connection.listDetail", picture: "folder", href: "/folders" },
        { label: "backup.title", detail: "backup.detail", picture: "saving", href: "/backup" },
        { label: "https.title", detail: "https.detail", picture: "lock", href: "/help/https" },
    ].map(({ label, detail, ...row }) => linkRow({ label: say(label), detail: say(detail), ...row }));
}

/** What browsers are shown, and what those were told to trust who trust the server's own authority. */
function tlsCard({ port, certificate, authority }) {
    const known = [
        ["server.tlsPort", String(port)],
        ["server.tlsEnds", formats.instant(certificate.endsAt)],
        ["server.tlsFingerprint", h("span", { class: "code" }, certificate.fingerprint)],
        authority && ["server.tlsAuthority", h("span", { class: "code" }, authority.fingerprint)],
    ];
    const trust = () => linkRow({ picture: "lock", ...trustWords(), href: "/trust", target: "_self" });
    return card({ title: say("server.tls"), class: "stack" }, facts(known), authority && trust());
}

function trustWords() {
    return { label: say("server.trust"), detail: say("server.trustDetail") };
}

/** The owner sees the ledgers of their own; what others keep here is not told to anybody. */
function ledgersCard(ledgers) {
    if (ledgers.length === 0) return null;
    const row = ({ id, name, sync }) => {
        const state = sync?.state ?? "local";
        const picture = syncPicture(state);
        return linkRow({ picture, label: name, detail: say(`sync.${state}.title`), href: inLedger(id, "sync") });
    };
    return card({ title: say("server.ledgers") }, ledgers.map(row));
}

function workFacts(figures) {
    const one = (name, labels) => figure(figures, name, labels);
    const count = (key, value) => value !== null && [key, formats.number(value)];
    const memory = one("process_resident_memory_bytes");
    return facts([
        memory !== null && ["server.memory", formats.bytes(memory)],
        count("server.ledgersKept", one("splitclone_ledgers")),
        count("server.pages", one("splitclone_event_streams")),
        count("server.requests", one("splitclone_http_requests_total")),
        count("server.refused", one("splitclone_http_requests_total", { status: "5xx" }) ?? 0),
        count("server.commitFailures", one("splitclone_store_commit_failures_total")),
        count("server.syncFailures", one("splitclone_sync_runs_total", { outcome: "failed" }) ?? 0),
        count("server.unwell", one("splitclone_ledger_sync_state", { state: "error" }) ?? 0),
    ]);
}

function noFigures() {
    return [
        h("p", { class: "hint" }, say("server.noFigures")),
        h("p", { class: "code" }, "splitclone serve --metrics"),
    ];
}

/** What is said when the server starts can not be changed from here, on purpose. */
function settings() {
    const options = ["data", "folder-root", "trusted-proxy", "allowed-host"];
    const line = (name) => [h("dt", { class: "code" }, `--${name}`), h("dd", {}, say(`server.option.${name}`))];
    const commands = ["doctor", "account list", "ledger list"].map((one) =>
        h("li", { class: "code" }, `splitclone ${one}`)
    );
    return [
        h("p", { class: "hint" }, say("server.settingsText")),
        h("dl", { class: "facts" }, options.map(line)),
        h("p", { class: "hint" }, say("server.commands")),
        h("ul", { class: "points" }, commands),
    ];
}
