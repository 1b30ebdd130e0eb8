// The code of a sign-in on another device, large, with the way to where it is entered.

import { h } from "../../elements/build.js";
import { button } from "../../elements/controls.js";
import { formats, say } from "../../elements/voice.js";
import { copy } from "../../outside/platform.js";
import { outsideLink } from "./outside-link.js";

export function codeShown(app, { userCode, verificationUri, expiresAt }) {
    const copyIt = async () => {
        await copy(userCode);
        app.toast(say("sharing.copied"));
    };
    const spoken = { class: "sign-in-code", "aria-label": say("onedrive.code.label"), tabindex: "-1" };
    const address = h("span", { class: "code" }, verificationUri);
    const ways = [
        button({ label: say("sharing.copyCode"), picture: "copy", onclick: copyIt }),
        outsideLink(say("onedrive.code.open"), verificationUri),
    ];
    return [
        h("p", {}, say("onedrive.code.enter")),
        h("output", spoken, userCode),
        h("div", { class: "pair" }, ways),
        h("p", { class: "hint centred" }, say("onedrive.code.address"), " ", address),
        h("p", { class: "waiting", role: "status" }, say("onedrive.code.waiting")),
        h("p", { class: "hint centred" }, say("onedrive.code.until", { when: formats.instant(expiresAt) })),
    ];
}

export function codeEnded(failure) {
    return [h("p", { class: "problem", role: "alert" }, failure)];
}
