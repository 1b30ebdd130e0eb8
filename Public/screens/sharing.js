// The join code: another home's way in, and this ledger's recovery code. Shown only after a warning.

import { h } from "../elements/build.js";
import { button, card, linkRow } from "../elements/controls.js";
import { said, say } from "../elements/voice.js";
import { copy, platform, share } from "../outside/platform.js";
import { inLedger } from "./route.js";

export function sharingScreen(app, { ledger }) {
    const shown = h("div", { class: "stack" });
    const reveal = ({ currentTarget: pressed }) =>
        app.attempt(async () => {
            pressed.setAttribute("aria-busy", "true");
            const asking = app.books.ask("GET", `${inLedger(ledger)}/invitation`);
            const invitation = await asking.finally(() => pressed.removeAttribute("aria-busy"));
            shown.replaceChildren(...revealed(app, ledger, invitation));
            shown.querySelector("h2").focus();
        });
    shown.append(warning(reveal));
    const content = () => [h("p", { class: "lead" }, say("sharing.lead")), shown, folderRow(ledger)];
    return { title: say("sharing.title"), class: "narrow", once: true, content };
}

function warning(reveal) {
    const show = button({ label: say("sharing.reveal"), picture: "key", kind: "primary", onclick: reveal });
    return card({ title: say("sharing.warningTitle"), class: "stack" }, h("p", {}, say("sharing.warning")), show);
}

function folderRow(ledger) {
    const local = (ledger.sync?.state ?? "local") === "local";
    const detail = say(local ? "folder.none" : "folder.attached");
    return card(
        {},
        linkRow({ picture: "folder", label: say("folder.title"), detail, href: inLedger(ledger, "folder") }),
    );
}

function revealed(app, ledger, { joinCode, shareLink, advice }) {
    const text = invitationText(ledger, joinCode, shareLink);
    return [
        codeCard(app, ledger, joinCode),
        invitationCard(app, text, shareLink ? null : advice),
        shareLink && linkCard(),
        ledger.recoveryAcknowledged === false && acknowledgeCard(app, ledger),
    ].filter(Boolean);
}

/** For people of another home: in the words of whoever sends it, with what their SplitClone looks for in it. */
function invitationText({ name }, joinCode, shareLink) {
    const how = say(shareLink ? "invitation.openLink" : "invitation.openFolder", { name });
    return [how, shareLink, joinCode, say("invitation.warning")].filter(Boolean).join("\n");
}

function codeCard(app, ledger, joinCode) {
    const qr = {
        class: "qr",
        src: `/api/v1${inLedger(ledger)}/join-code.svg`,
        alt: say("sharing.qr"),
        width: 240,
        height: 240,
    };
    const heading = h("h2", { class: "card-title", tabindex: "-1" }, say("sharing.code"));
    const copyIt = button({ label: say("sharing.copyCode"), picture: "copy", onclick: () => copied(app, joinCode) });
    return card({ class: "join-code" }, heading, h("img", qr), h("output", { class: "code" }, joinCode), copyIt);
}

/** What somebody can do who has the link alone, and who has both. */
function linkCard() {
    const points = ["opens", "sealed", "both", "withdraw"].map((point) => h("li", {}, say(`sharing.link.${point}`)));
    return card({ title: say("sharing.link") }, h("ul", { class: "points" }, points));
}

function invitationCard(app, text, advice) {
    const title = say("sharing.invitation");
    const shown = h("pre", { class: "invitation", tabindex: "0", "aria-label": title, role: "region" }, text);
    const ways = [
        button({ label: say("sharing.copy"), picture: "copy", onclick: () => copied(app, text) }),
        platform.canShare && button({ label: say("sharing.send"), picture: "share", onclick: () => share(text) }),
    ];
    return card(
        { title },
        h("p", { class: "hint" }, say("sharing.invitationHint")),
        advice && h("p", {}, said(advice)),
        shown,
        h("div", { class: "pair" }, ways),
    );
}

async function copied(app, text) {
    await copy(text);
    app.toast(say("sharing.copied"));
}

function acknowledgeCard(app, ledger) {
    const acknowledge = () =>
        app.attempt(async () => {
            await app.books.write(ledger.id, "PUT", "/recovery-acknowledged");
            box.remove();
            app.toast(say("recovery.thanks"));
        });
    const done = button({ label: say("recovery.done"), picture: "check", kind: "primary", onclick: acknowledge });
    const box = card({ title: say("recovery.title"), class: "stack" }, h("p", {}, say("recovery.how")), done);
    return box;
}
