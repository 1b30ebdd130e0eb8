// How this ledger stands with its shared folder: in words, with what to do about it, and "Sync now" (SC-FR-SYN-2/3).

import { h } from "../elements/build.js";
import { button, linkButton } from "../elements/controls.js";
import { sentence } from "../elements/form.js";
import { icon } from "../elements/icon.js";
import { formats, say } from "../elements/voice.js";
import { inLedger } from "./route.js";
import { syncPicture, syncState } from "./sync-state.js";

export function syncScreen(app, place) {
    const result = h("p", { class: "hint centred", role: "status" });
    return { title: say("sync.title"), content: () => contentOf(app, place.ledger, result) };
}

function contentOf(app, ledger, result) {
    const state = syncState(app.books, ledger);
    const { lastSyncedAt, pendingEvents = 0, problem } = ledger.sync ?? {};
    return [
        h("div", { class: "empty" }, [
            h("span", { class: "empty-picture", "data-state": state }, icon(syncPicture(state))),
            h("h3", {}, say(`sync.${state}.title`)),
            h("p", {}, say(`sync.${state}.text`)),
        ]),
        problem && problemBox(problem),
        pendingEvents > 0 && h("p", { class: "centred" }, say("sync.pending", { n: pendingEvents })),
        lastSyncedAt && h("p", { class: "hint centred" }, say("sync.last", { when: formats.instant(lastSyncedAt) })),
        result,
        state === "local" ? attach(ledger) : syncButton(app, ledger, result),
    ];
}

/** What the server says is wrong, and what can be done about it. */
function problemBox({ detail, remedy, since }) {
    const when = since && h("small", {}, say("sync.since", { when: formats.instant(since) }));
    return h("div", { class: "inset problem-box" }, h("p", {}, detail), remedy && h("p", {}, remedy), when);
}

function attach(ledger) {
    const href = inLedger(ledger, "folder");
    return linkButton({ label: say("folder.attach"), picture: "folder", kind: "primary", href });
}

function syncButton(app, ledger, result) {
    const onclick = ({ currentTarget }) => syncNow(app, ledger, result, currentTarget);
    return button({ label: say("sync.now"), picture: "sync", kind: "primary", key: "sync now", onclick });
}

async function syncNow(app, ledger, result, pressed) {
    pressed.setAttribute("aria-busy", "true");
    result.textContent = say("sync.syncing.title");
    try {
        const { pulled, pushed, problem } = await app.books.write(ledger.id, "POST", "/sync");
        result.textContent = problem?.detail ?? say("sync.done", { pulled: pulled.events, pushed: pushed.events });
    } catch (error) {
        result.textContent = sentence(error);
    } finally {
        pressed.removeAttribute("aria-busy");
    }
}
