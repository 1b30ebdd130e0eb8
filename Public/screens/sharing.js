// The join code: another home's way in, and this ledger's recovery code. Shown only after a warning.

import { h } from "../elements/build.js";
import { button, card, linkRow } from "../elements/controls.js";
import { say } from "../elements/voice.js";
import { copy, platform } from "../outside/platform.js";
import { inLedger } from "./route.js";

export function sharingScreen(app, place) {
    const shown = h("div", { class: "stack" });
    const reveal = () => app.attempt(async () => {
        const invitation = await app.books.ask("GET", `${inLedger(place.ledger)}/invitation`);
        shown.replaceChildren(...code(app, place.ledger, invitation));
        shown.querySelector("h2")?.focus();
    });
    shown.append(card({ title: say("sharing.warningTitle") }, h("p", {}, say("sharing.warning")), button({ label: say("sharing.reveal"), picture: "key", kind: "primary", onclick: reveal })));
    return { title: say("sharing.title"), class: "narrow", once: true, content: () => [h("p", { class: "lead" }, say("sharing.lead")), shown, folderRow(place.ledger)] };
}

function folderRow(ledger) {
    const local = (ledger.sync?.state ?? "local") === "local";
    return card({}, linkRow({ picture: "folder", label: say("folder.title"), detail: say(local ? "folder.none" : "folder.attached"), href: inLedger(ledger, "folder") }));
}

function code(app, ledger, { joinCode, text }) {
    const address = `/api/v1${inLedger(ledger)}/join-code.svg`;
    return [
        card({ title: say("sharing.code"), class: "join-code" },
            h("img", { class: "qr", src: address, alt: say("sharing.qr"), width: 240, height: 240 }),
            h("output", { class: "code", "aria-label": say("sharing.code") }, joinCode),
            button({ label: say("sharing.copyCode"), picture: "copy", onclick: () => copied(app, joinCode) })),
        card({ title: say("sharing.invitation") }, h("p", { class: "hint" }, say("sharing.invitationHint")), h("pre", { class: "invitation", tabindex: "0", "aria-label": say("sharing.invitation") }, text), send(app, text)),
        ledger.recoveryAcknowledged === false && acknowledge(app, ledger),
    ].filter(Boolean);
}

function send(app, text) {
    return h("div", { class: "pair" }, button({ label: say("sharing.copy"), picture: "copy", onclick: () => copied(app, text) }),
        platform.canShare && button({ label: say("sharing.send"), picture: "share", onclick: () => navigator.share({ text }).catch(() => {}) }));
}

async function copied(app, text) {
    await copy(text);
    app.toast(say("sharing.copied"));
}

function acknowledge(app, ledger) {
    const box = card({ title: say("recovery.title"), class: "prompt" }, h("p", {}, say("recovery.text")), button({ label: say("recovery.done"), picture: "check", kind: "primary", onclick: () => app.attempt(async () => {
        await app.books.write(ledger.id, "PUT", "/recovery-acknowledged");
        box.remove();
        app.toast(say("recovery.thanks"));
    }) }));
    return box;
}
