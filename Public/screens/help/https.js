// What https would add at this address, and four ways to get it in a home network.

import { h } from "../../elements/build.js";
import { card, linkButton } from "../../elements/controls.js";
import { say } from "../../elements/voice.js";
import { platform } from "../../outside/platform.js";
import { stepNames } from "./steps.js";

export const words = "help";

const port = location.port || "8080";

/** For each way what is typed, with what stands for one's own names in capitals. */
const typed = {
    name: [
        `BOOKS.EXAMPLE.NET {\n    tls {\n        dns PROVIDER TOKEN\n    }\n    reverse_proxy 127.0.0.1:${port}\n}`,
        "splitclone serve --trusted-proxy 127.0.0.1 --allowed-host BOOKS.EXAMPLE.NET",
    ],
    tailscale: [
        `tailscale serve --bg ${port}`,
        "splitclone serve --trusted-proxy 127.0.0.1 --allowed-host BOX.TAILNET.ts.net",
    ],
    own: ["splitclone serve --tls local"],
    files: ["splitclone serve --tls-certificate FULLCHAIN.PEM --tls-key KEY.PEM --allowed-host BOOKS.EXAMPLE.NET"],
};

/** So many steps each way takes. */
const ways = Object.freeze({ name: 4, tailscale: 3, own: 3, files: 2 });

export function httpsScreen() {
    const content = () => [
        h(
            "p",
            { class: "lead" },
            say(platform.isSecure ? "https.isSecure" : "https.isPlain", { origin: location.origin }),
        ),
        adds(),
        h("p", { class: "lead" }, say("https.ways")),
        ...Object.keys(ways).map(way),
    ];
    return { title: say("https.title"), class: "narrow", content };
}

function adds() {
    const points = ["start", "icon", "passkeys", "camera", "share"];
    return card(
        { title: say("https.adds") },
        h("ul", { class: "points" }, points.map((one) => h("li", {}, say(`https.adds.${one}`)))),
    );
}

function way(name, place) {
    const summary = h("summary", {}, say(`https.${name}`));
    const box = (text, place) => h("pre", typedBox(place), text);
    const steps = stepNames(ways[name]).map((step) => h("li", {}, say(`https.${name}.${step}`)));
    const about = h("p", { class: "hint" }, say(`https.${name}.text`));
    const list = h("ol", { class: "steps" }, steps);
    const parts = h("div", { class: "stack" }, about, list, typed[name].map(box), name === "own" && trustButton());
    return h("details", { class: "card fold", "data-key": `https ${name}`, open: place === 0 }, summary, parts);
}

/** The page is the server's own, not one of the app's: it needs no script, and is there with `--tls local`. */
function trustButton() {
    return linkButton({ label: say("https.own.trust"), picture: "lock", href: "/trust", target: "_self" });
}

function typedBox(place) {
    const label = say("https.typed", { n: place + 1 });
    return { class: "invitation", tabindex: "0", role: "region", "aria-label": label };
}
