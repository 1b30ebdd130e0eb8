// How the app gets onto a phone or a computer, and what this very address can do for it.

import { h } from "../../elements/build.js";
import { button, card, linkRow } from "../../elements/controls.js";
import { icon } from "../../elements/icon.js";
import { say } from "../../elements/voice.js";
import { installPrompt } from "../../outside/install-prompt.js";
import { platform } from "../../outside/platform.js";
import { stepNames } from "./steps.js";

/** So many steps each system takes. */
const systems = Object.freeze({ apple: 4, android: 3, computer: 2 });

export function installScreen(app) {
    const content = () => [h("p", { class: "lead" }, say("install.lead")), here(app), guides(), more()];
    return { title: say("install.title"), class: "narrow", content };
}

function here(app) {
    if (platform.isAlone) return card({}, h("p", {}, say("install.isAlone")));
    const title = say(platform.canInstall ? "install.can" : "install.canNot");
    const points = ["open", "live", "offlineOpen", "offlineStart", "passkeys", "camera"];
    const offer = installPrompt.isReady &&
        button({ label: say("install.now"), picture: "download", kind: "primary", onclick: () => ask(app) });
    return card({ title, class: "stack" }, h("ul", { class: "checks" }, points.map(point)), offer);
}

async function ask(app) {
    if (await installPrompt.ask()) app.toast(say("install.done"));
    app.stage.refresh();
}

/** What works over plain http, too, and what does not. */
function point(name) {
    const works = platform.isSecure || ["open", "live", "offlineOpen"].includes(name);
    const words = h(
        "span",
        {},
        say(`install.point.${name}`),
        h("span", { class: "unseen" }, say(works ? "help.yes" : "help.no")),
    );
    return h("li", { "data-state": works ? "good" : "off" }, icon(works ? "check" : "close"), words);
}

/** The steps for this system first; those for the others are folded. */
function guides() {
    const mine = platform.isApple ? "apple" : platform.isAndroid ? "android" : "computer";
    const others = Object.keys(systems).filter((one) => one !== mine);
    return [card({ title: say(`install.${mine}`), class: "stack" }, steps(mine)), ...others.map(folded)];
}

function folded(system) {
    const summary = h("summary", {}, say(`install.${system}`));
    return h("details", { class: "card fold", "data-key": `install ${system}` }, summary, steps(system));
}

function steps(system) {
    return h(
        "ol",
        { class: "steps" },
        stepNames(systems[system]).map((step) => h("li", {}, say(`install.${system}.${step}`))),
    );
}

function more() {
    const https = { picture: "lock", label: say("https.title"), detail: say("https.detail"), href: "/help/https" };
    const about = { picture: "note", label: say("about.title"), detail: say("about.detail"), href: "/help/about" };
    return card({}, linkRow(https), linkRow(about));
}
