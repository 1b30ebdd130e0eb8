// Signing in to OneDrive: with a code on any device, or in a browser that comes back here (or whose address is pasted).
//
// Beginning one way ends the other, at the service too: its card then stands as at the start.

import { h } from "../../elements/build.js";
import { button, card } from "../../elements/controls.js";
import { sentence } from "../../elements/sentence.js";
import { say } from "../../elements/voice.js";
import { codeEnded, codeShown } from "./device-code.js";
import { outsideLink } from "./outside-link.js";
import { pasteForm } from "./paste.js";
import { foldedScope } from "./scope.js";

/** Folded away while nobody needs to sign in. */
export function signInCards(view) {
    const ways = [new CodeWay(view), new BrowserWay(view)];
    view.ways = ways;
    for (const way of ways) way.others = ways.filter((one) => one !== way);
    const cards = ways.map(({ card }) => card);
    if (view.connection.state !== "connected") return [...cards, foldedScope()];
    const summary = h("summary", {}, say("connection.signInAgain"));
    const inside = h("div", { class: "stack" }, cards, foldedScope());
    return [h("details", { class: "again fold", "data-key": "sign in" }, summary, inside)];
}

class Way {
    line = h("p", { class: "problem", role: "alert" });
    body = h("div", { class: "stack" });
    isBegun = false;

    constructor(view, title) {
        this.view = view;
        this.card = card({ title: say(title), class: "stack" }, this.body, this.line);
        this.reset();
    }

    show(...content) {
        this.body.replaceChildren(...content);
    }

    reset() {
        this.isBegun = false;
        this.line.textContent = "";
        this.show(...this.start());
    }

    /** Asks the service for a sign-in of this kind. */
    async begin(pressed) {
        pressed.setAttribute("aria-busy", "true");
        this.line.textContent = "";
        try {
            const begun = await this.view.app.books.ask("POST", `${this.view.path}/sign-in`, { method: this.method });
            this.view.forgetLook();
            this.go(begun);
            for (const other of this.others) other.reset();
        } catch (error) {
            if (!error.code) throw error;
            this.line.textContent = sentence(error);
        } finally {
            pressed.removeAttribute("aria-busy");
        }
    }

    beginButton(label, kind) {
        return button({ label: say(label), kind, onclick: ({ currentTarget }) => this.begin(currentTarget) });
    }
}

class CodeWay extends Way {
    method = "deviceCode";

    constructor(view) {
        super(view, "onedrive.code.title");
        const { deviceCode, state } = view.connection;
        if (deviceCode && !deviceCode.failure && state !== "connected") this.go(deviceCode);
    }

    start() {
        return [h("p", {}, say("onedrive.code.lead")), this.beginButton("onedrive.code.get", "primary")];
    }

    go(code) {
        this.isBegun = true;
        this.show(...codeShown(this.view.app, code));
        this.body.querySelector("output").focus();
    }

    /** What the server says of the code: still waited for, come to nothing, or (without a word) entered. */
    learn(deviceCode) {
        if (!this.isBegun || (deviceCode && !deviceCode.failure)) return false;
        this.isBegun = false;
        if (deviceCode) this.show(...codeEnded(deviceCode.failure), this.beginButton("onedrive.code.again", "primary"));
        return !deviceCode;
    }
}

class BrowserWay extends Way {
    method = "browser";

    constructor(view) {
        super(view, "onedrive.browser.title");
    }

    start() {
        return [h("p", {}, say("onedrive.browser.lead")), this.beginButton("onedrive.browser.get")];
    }

    go({ authorizeUrl }) {
        this.isBegun = true;
        const open = outsideLink(say("onedrive.browser.open"), authorizeUrl, "primary");
        this.show(h("p", {}, say("onedrive.browser.lead")), open, pasteForm(this.view));
        open.focus();
    }

    learn() {
        return false;
    }
}
