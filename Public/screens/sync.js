// How this ledger stands with its shared folder: in words, with what to do about it, and "Sync now" (SC-FR-SYN-2/3).

import { partDone } from "../core/progress.js";
import { h } from "../elements/build.js";
import { button, linkButton } from "../elements/controls.js";
import { sentence } from "../elements/sentence.js";
import { icon } from "../elements/icon.js";
import { formats, said, say } from "../elements/voice.js";
import { repeatWhileShown } from "../outside/repetition.js";
import { inLedger } from "./route.js";
import { syncPicture, syncState } from "./sync-state.js";
import { waitingList } from "./waiting/list.js";

/** Seconds between two looks while somebody watches. */
const looking = 2;

export function syncScreen(app, place) {
    const result = h("p", { class: "hint centred", role: "status" });
    // One for as long as the screen is shown: what it is at is to be seen however often all else is drawn anew.
    const now = syncButton(app, place.ledger, result);
    const look = () => place.ledger && app.books.learnSync(place.params.ledger).catch(() => {});
    if ((place.ledger.sync?.state ?? "local") !== "local") repeatWhileShown(result, looking, look);
    return { title: say("sync.title"), content: () => contentOf(app, place.ledger, result, now) };
}

function contentOf(app, ledger, result, now) {
    const here = app.waiting.shown(ledger.id);
    const state = syncState(app.books, ledger, here);
    const isWaiting = state === "away" && here.length > 0;
    const { lastSyncedAt, pendingEvents = 0, problem, progress, fileProblems = [] } = ledger.sync ?? {};
    return [
        h("div", { class: "empty" }, [
            h("span", { class: "empty-picture", "data-state": state }, icon(syncPicture(state))),
            h("h3", {}, say(`sync.${state}.title`)),
            h("p", {}, isWaiting ? say("waiting.saved") : say(`sync.${state}.text`)),
        ]),
        waitingList(app, ledger),
        progress && progressBar(progress),
        problem && problemBox(problem, ledger),
        pendingEvents > 0 && h("p", { class: "centred" }, say("sync.pending", { n: pendingEvents })),
        lastSyncedAt && h("p", { class: "hint centred" }, say("sync.last", { when: formats.instant(lastSyncedAt) })),
        fileProblems.length > 0 && fileList(fileProblems),
        result,
        state === "local" ? attach(ledger) : [now, folderLink(ledger)],
    ];
}

/** For a first pull that takes a while. */
function progressBar(progress) {
    const part = partDone(progress);
    const counts = { done: progress.segmentsDone, n: progress.segments };
    const bytes = { done: formats.bytes(progress.bytesDone), all: formats.bytes(progress.bytes) };
    const label = say("sync.progress", { ...counts, bytes: progress.bytes > 0 ? say("sync.bytes", bytes) : "" });
    const value = part === null ? {} : { value: part };
    return h("div", { class: "progress" }, h("progress", { max: 1, ...value, "aria-label": label }), h("p", {}, label));
}

/** What the server says is wrong, and what can be done about it. */
function problemBox({ code, detail, remedy, since }, { folder }) {
    const when = since && h("small", {}, say("sync.since", { when: formats.instant(since) }));
    const again = { label: say("connection.signInAgain"), picture: "key", href: `/folders/${folder?.connectionId}` };
    const way = code === "reconnect" && folder && linkButton(again);
    return h(
        "div",
        { class: "inset problem-box" },
        h("p", {}, said(detail)),
        remedy && h("p", {}, said(remedy)),
        when,
        way,
    );
}

/** Single files that could not be read; everything else is in use. */
function fileList(problems) {
    const items = problems.map(({ file, line, detail }) => {
        const where = line === null ? file : say("sync.fileLine", { file, line });
        return h("li", {}, h("span", { class: "code" }, where), h("br"), said(detail));
    });
    const summary = h("summary", {}, say("sync.files", { n: problems.length }));
    const hint = h("p", { class: "hint" }, say("sync.filesHint"));
    return h("details", { class: "fold", "data-key": "files" }, summary, hint, h("ul", { class: "points" }, items));
}

function attach(ledger) {
    const href = inLedger(ledger, "folder");
    return linkButton({ label: say("folder.attach"), picture: "folder", kind: "primary", href });
}

function folderLink(ledger) {
    const href = inLedger(ledger, "folder");
    return linkButton({ label: say("folder.title"), picture: "folder", href, "data-key": "sync folder" });
}

function syncButton(app, ledger, result) {
    const onclick = ({ currentTarget }) => syncNow(app, ledger, result, currentTarget);
    return button({ label: say("sync.now"), picture: "sync", kind: "primary", key: "sync now", onclick });
}

async function syncNow(app, ledger, result, pressed) {
    pressed.setAttribute("aria-busy", "true");
    result.textContent = say("sync.syncing.title");
    try {
        await app.waiting.run();
        result.textContent = outcome(await app.books.write(ledger.id, "POST", "/sync"));
    } catch (error) {
        result.textContent = sentence(error);
    } finally {
        pressed.removeAttribute("aria-busy");
    }
}

/** A problem has its own box. */
function outcome({ pulled, pushed, problem }) {
    if (problem) return "";
    if (pulled.events + pushed.events === 0) return say("sync.nothing");
    const count = ({ events }) => say("sync.changes", { n: events });
    return say("sync.done", { pulled: count(pulled), pushed: count(pushed) });
}
