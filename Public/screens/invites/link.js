// The link of an invite, shown once: to copy, and to send.

import { h } from "../../elements/build.js";
import { button, card } from "../../elements/controls.js";
import { formats, say } from "../../elements/voice.js";
import { copy, platform, share } from "../../outside/platform.js";

export function inviteLink(app, ledger, { url, expiresAt }) {
    const copied = async () => {
        await copy(url);
        app.toast(say("sharing.copied"));
    };
    const text = say("invites.message", { ledger: ledger.name, url });
    const ways = [
        button({ label: say("invites.copy"), picture: "copy", kind: "primary", onclick: copied }),
        platform.canShare && button({ label: say("sharing.send"), picture: "share", onclick: () => share(text) }),
    ];
    return card(
        { class: "stack" },
        h("h2", { class: "card-title", tabindex: "-1" }, say("invites.ready")),
        h("output", { class: "code" }, url),
        h("p", { class: "hint" }, say("invites.once", { when: formats.instant(expiresAt) })),
        h("div", { class: "pair" }, ways),
    );
}
