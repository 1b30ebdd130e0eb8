// My account on this server: my devices, how the app looks here, signing out.

import { h } from "../elements/build.js";
import { button, card, linkRow } from "../elements/controls.js";
import { choices } from "../elements/choices.js";
import { icon } from "../elements/icon.js";
import { confirmed } from "../elements/sheet.js";
import { formats, say } from "../elements/voice.js";
import { platform } from "../outside/platform.js";
import { prefer, preference } from "../outside/preferences.js";

export async function accountScreen(app) {
    const devices = await app.books.all("/devices");
    const list = h("ul", { class: "list" });
    const folderWords = { label: say("connection.list"), detail: say("connection.listDetail") };
    draw(app, list, devices);
    return {
        title: app.books.me.account.name,
        class: "narrow",
        once: true,
        content: () => [
            card({ title: say("account.devices") }, list),
            card({}, linkRow({ picture: "folder", ...folderWords, href: "/folders" })),
            card(
                { title: say("account.appearance"), class: "stack" },
                appearance("theme", ["system", "light", "dark"]),
                appearance("glass", ["clear", "solid"]),
            ),
            !platform.canInstall && card({ title: say("install.title") }, h("p", {}, say("install.needsHttps"))),
            card({}, button({ label: say("account.signOut"), kind: "danger", onclick: () => signOut(app) })),
        ],
    };
}

function appearance(name, values) {
    const block = choices({
        legend: say(`account.${name}`),
        name,
        chosen: [preference(name)],
        options: values.map((value) => ({ value, label: say(`account.${name}.${value}`) })),
    });
    block.addEventListener("change", () => prefer(name, block.chosen()[0]));
    return block;
}

function draw(app, list, devices) {
    const own = app.books.me.device?.id;
    list.replaceChildren(
        ...devices.map((device) =>
            h(
                "li",
                { class: "row plain-row" },
                h("span", { class: "row-picture" }, icon("device")),
                h(
                    "span",
                    { class: "row-text" },
                    h("span", { class: "row-title" }, device.name),
                    h("span", { class: "row-detail" }, seen(device, own)),
                ),
                device.id !== own &&
                    button({
                        name: say("account.endDevice", { name: device.name }),
                        picture: "close",
                        kind: "quiet",
                        onclick: () => end(app, list, device),
                    }),
            )
        ),
    );
}

function seen({ id, createdAt }, own) {
    return id === own ? say("account.thisDevice") : say("account.signedIn", { when: formats.instant(createdAt) });
}

async function end(app, list, device) {
    const sure = await confirmed({
        title: say("account.endDevice", { name: device.name }),
        text: say("account.endDeviceText"),
        action: say("account.end"),
    });
    if (!sure) return;
    await app.attempt(async () => {
        await app.books.ask("DELETE", `/devices/${device.id}`);
        draw(app, list, await app.books.all("/devices"));
    });
}

async function signOut(app) {
    const sure = await confirmed({
        title: say("account.signOut"),
        text: say("account.signOutText"),
        action: say("account.signOut"),
    });
    if (sure) await app.attempt(() => app.books.signOut());
}
