// Signing in to OneDrive: with a code on any device, or in a browser that comes back here (or whose address is pasted).

import { h } from "../../elements/build.js";
import { button, card } from "../../elements/controls.js";
import { exactText, field } from "../../elements/field.js";
import { form, sentence, Unfinished } from "../../elements/form.js";
import { icon } from "../../elements/icon.js";
import { formats, say } from "../../elements/voice.js";
import { copy } from "../../outside/platform.js";
import { foldedScope } from "./scope.js";

/** Folded away while nobody needs to sign in. */
export function signInCards(view) {
    view.codeFailed = null;
    const ways = [codeCard(view), browserCard(view)];
    if (view.connection.state !== "connected") return [...ways, foldedScope()];
    const summary = h("summary", {}, say("connection.signInAgain"));
    return [
        h(
            "details",
            { class: "again fold", "data-key": "sign in" },
            summary,
            h("div", { class: "stack" }, ways, foldedScope()),
        ),
    ];
}

function codeCard(view) {
    const body = h("div", { class: "stack" });
    const line = h("p", { class: "problem", role: "alert" });
    const ask = button({ label: say("onedrive.code.get"), kind: "primary", onclick: () => begin() });
    const begin = () =>
        asking(ask, line, async () => {
            const code = await view.app.books.ask("POST", `${view.path}/sign-in`, { method: "deviceCode" });
            showCode(view, body, code);
        });
    const waiting = view.connection.deviceCode;
    body.append(h("p", {}, say("onedrive.code.lead")), ask);
    if (waiting && !waiting.failure && view.connection.state !== "connected") showCode(view, body, waiting);
    return card({ title: say("onedrive.code.title"), class: "stack" }, body, line);
}

function showCode(view, body, { userCode, verificationUri, expiresAt }) {
    const copyIt = async () => {
        await copy(userCode);
        view.app.toast(say("sharing.copied"));
    };
    const status = h("p", { class: "waiting", role: "status" }, say("onedrive.code.waiting"));
    view.codeFailed = (failure) => failure && codeEnded(view, body, failure);
    const spoken = { class: "sign-in-code", "aria-label": say("onedrive.code.label"), tabindex: "-1" };
    const shown = h("output", spoken, userCode);
    body.replaceChildren(
        h("p", {}, say("onedrive.code.enter")),
        shown,
        h(
            "div",
            { class: "pair" },
            button({ label: say("sharing.copyCode"), picture: "copy", onclick: copyIt }),
            outsideLink(say("onedrive.code.open"), verificationUri),
        ),
        h(
            "p",
            { class: "hint centred" },
            say("onedrive.code.address"),
            " ",
            h("span", { class: "code" }, verificationUri),
        ),
        status,
        h("p", { class: "hint centred" }, say("onedrive.code.until", { when: formats.instant(expiresAt) })),
    );
    if (body.isConnected) shown.focus();
}

function codeEnded(view, body, failure) {
    const begin = () =>
        view.app.attempt(async () => {
            showCode(view, body, await view.app.books.ask("POST", `${view.path}/sign-in`, { method: "deviceCode" }));
        });
    view.codeFailed = null;
    body.replaceChildren(
        h("p", { class: "problem", role: "alert" }, failure),
        button({ label: say("onedrive.code.again"), kind: "primary", onclick: begin }),
    );
}

function browserCard(view) {
    const body = h("div", { class: "stack" });
    const line = h("p", { class: "problem", role: "alert" });
    const start = button({ label: say("onedrive.browser.get"), onclick: () => begin() });
    const begin = () =>
        asking(start, line, async () => {
            const { authorizeUrl } = await view.app.books.ask("POST", `${view.path}/sign-in`, { method: "browser" });
            const open = outsideLink(say("onedrive.browser.open"), authorizeUrl, "primary");
            body.replaceChildren(open, pasteForm(view));
            open.focus();
        });
    body.append(start);
    const lead = h("p", {}, say("onedrive.browser.lead"));
    return card({ title: say("onedrive.browser.title"), class: "stack" }, lead, body, line);
}

function pasteForm(view) {
    const [label, hint] = [say("onedrive.paste"), say("onedrive.pasteHint")];
    const placeholder = "http://localhost:8080/?code=…&state=…";
    const address = field({ label, hint, placeholder, name: "address", tag: "textarea", rows: 3, ...exactText });
    const send = async () => {
        if (!address.value) throw new Unfinished([{ field: "address", code: "missing" }]);
        view.learn(await view.app.books.ask("POST", `${view.path}/sign-in/callback`, { address: address.value }));
    };
    return form({ fields: { address }, content: address, label: say("onedrive.paste.action"), send });
}

/** Opens in a window of its own: this one stays, and sees when the sign-in is done. */
function outsideLink(label, href, kind = "plain") {
    const attributes = { class: `button ${kind}`, href, target: "_blank", rel: "noopener noreferrer" };
    return h("a", attributes, icon("outside"), h("span", {}, label));
}

async function asking(pressed, line, work) {
    pressed.setAttribute("aria-busy", "true");
    line.textContent = "";
    try {
        await work();
    } catch (error) {
        if (!error.code) throw error;
        line.textContent = sentence(error);
    } finally {
        pressed.removeAttribute("aria-busy");
    }
}
