// How this ledger stands with its shared folder: in words, with what to do about it, and "Sync now" (SC-FR-SYN-2/3).

import { h } from "../elements/build.js";
import { button, linkButton } from "../elements/controls.js";
import { icon } from "../elements/icon.js";
import { sentence } from "../elements/form.js";
import { formats, say } from "../elements/voice.js";
import { inLedger } from "./route.js";

export function syncScreen(app, place) {
    const result = h("p", { class: "hint centred", role: "status" });
    return { title: say("sync.title"), content: () => contentOf(app, place.ledger, result) };
}

function contentOf(app, ledger, result) {
    const { state = "local", lastSyncedAt, pendingEvents = 0, problem } = ledger.sync ?? {};
    const shown = app.books.reachable ? state : "away";
    const pictures = { inSync: "cloud", syncing: "sync", offline: "cloudOff", error: "warning", local: "home", away: "cloudOff" };
    return [
        h("div", { class: "empty" }, h("span", { class: "empty-picture", "data-state": shown }, icon(pictures[shown])), h("h3", {}, say(`sync.${shown}.title`)), h("p", {}, say(`sync.${shown}.text`))),
        problem && h("div", { class: "inset problem-box" }, h("p", {}, problem.detail), problem.remedy && h("p", {}, problem.remedy), problem.since && h("small", {}, say("sync.since", { when: formats.instant(problem.since) }))),
        pendingEvents > 0 && h("p", { class: "centred" }, say("sync.pending", { n: pendingEvents })),
        lastSyncedAt && h("p", { class: "hint centred" }, say("sync.last", { when: formats.instant(lastSyncedAt) })),
        result,
        shown === "local"
            ? linkButton({ label: say("folder.attach"), picture: "folder", kind: "primary", href: inLedger(ledger, "folder") })
            : button({ label: say("sync.now"), picture: "sync", kind: "primary", key: "sync now", onclick: ({ currentTarget }) => syncNow(app, ledger, result, currentTarget) }),
    ];
}

async function syncNow(app, ledger, result, pressed) {
    pressed.setAttribute("aria-busy", "true");
    result.textContent = say("sync.syncing.title");
    try {
        const { pulled, pushed, problem } = await app.books.write(ledger.id, "POST", "/sync");
        result.textContent = problem ? problem.detail : say("sync.done", { pulled: pulled.events, pushed: pushed.events });
    } catch (error) {
        result.textContent = sentence(error);
    } finally {
        pressed.removeAttribute("aria-busy");
    }
}
