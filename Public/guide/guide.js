// The style guide: every part that the app is made of, alive, one address each. It speaks English, like the code it is for.

import { h } from "../elements/build.js";
import { card, emptyState, linkRow } from "../elements/controls.js";
import { say } from "../elements/voice.js";
import { wear } from "./looks.js";
import { parts } from "./parts.js";

/** A screen as the table of addresses wants it; without a part it lists them all. */
export function screen(app, { params }) {
    wear();
    if (!params.part) return { title: say("guide.title"), class: "narrow", content: list };
    const part = parts.find(({ name }) => name === params.part);
    if (!part) return { title: say("guide.title"), class: "narrow", once: true, content: unknown };
    const content = () => [h("p", { class: "lead", lang: "en" }, part.text), ...specimens(part, app)];
    return { title: part.title, class: "narrow", once: true, content };
}

function list() {
    const rows = parts.map(({ name, title, text, picture }) => {
        return linkRow({ picture, label: title, detail: text, href: `/guide/${name}`, lang: "en" });
    });
    return card({}, rows);
}

function unknown() {
    return emptyState({ picture: "search", title: "No such part", text: "The guide does not know this one." });
}

function specimens({ specimens: show }, app) {
    return Object.entries(show(app)).map(([title, content]) => {
        return h(
            "section",
            { class: "card stack specimen", lang: "en" },
            h("h2", { class: "card-title" }, title),
            content,
        );
    });
}
