// What this is: its version, how it treats what it knows, and where more is written.

import { basePath } from "../../core/root-path.js";
import { h } from "../../elements/build.js";
import { card, linkRow } from "../../elements/controls.js";
import { phrase, say } from "../../elements/voice.js";
import { buildNumber } from "../../outside/build-number.js";
import { platform } from "../../outside/platform.js";
import { serverHealth } from "../../outside/server-state.js";

/** The documents that lie beside the program, with what each is about. */
const documents = ["operating", "security", "sync", "api", "file-format", "architecture", "accessibility"];

export async function aboutScreen(app) {
    const { version } = await serverHealth();
    const content = () => [
        card({ class: "centred stack" }, [
            h("img", { src: "/icons/icon.svg", alt: "", width: 72, height: 72, class: "app-icon" }),
            h("p", { class: "card-title" }, say("app.name")),
            h("p", { class: "hint" }, version ? say("about.version", { version }) : say("about.away")),
        ]),
        card({ title: say("about.here") }, facts()),
        card({ class: "stack" }, ["yours", "sealed", "quiet"].map((one) => h("p", {}, say(`about.${one}`)))),
        build(),
        card({ title: say("about.documents"), class: "stack" }, [
            h("p", { class: "hint" }, say("about.where")),
            list(),
        ]),
        card({}, rows(app)),
    ];
    return { title: say("about.title"), class: "narrow", content };
}

/** Under which address this is used, and what that means. */
function facts() {
    const known = {
        address: location.origin,
        way: say(platform.isSecure ? "about.way.secure" : "about.way.plain"),
        device: platform.deviceName,
    };
    return h(
        "dl",
        { class: "facts" },
        Object.entries(known).map(([key, value]) => [
            h("dt", {}, say(`about.${key}`)),
            h("dd", {}, value),
        ]),
    );
}

/** The code of this page as one number, and how to compare it without asking this page. */
function build() {
    const number = buildNumber();
    if (!number) return null;
    const line = h("p", { class: "code" }, say("about.build", { build: number }));
    const how = h("p", { class: "hint" }, say("about.check"));
    return card({ class: "stack" }, [
        line,
        how,
        h("p", { class: "code" }, `splitclone verify ${location.origin}${basePath}`),
    ]);
}

function list() {
    const line = (name) =>
        h(
            "li",
            {},
            phrase("about.document", {
                file: h("span", { class: "code" }, `docs/${name}.md`),
                about: say(`about.document.${name}`),
            }),
        );
    return h("ul", { class: "points" }, documents.map(line));
}

function rows({ books }) {
    const description = { href: "/api/v1/openapi.json", download: "splitclone-openapi.json" };
    return [
        linkRow({ picture: "token", label: say("about.api"), detail: say("about.apiDetail"), ...description }),
        linkRow({
            picture: "device",
            label: say("install.title"),
            detail: say("install.detail"),
            href: "/help/install",
        }),
        books.me?.account.isOwner &&
        linkRow({ picture: "server", label: say("server.title"), detail: say("server.detail"), href: "/server" }),
    ];
}
