// Where this account is signed in; each device but this one can be signed out from here.

import { h } from "../../elements/build.js";
import { button } from "../../elements/controls.js";
import { icon } from "../../elements/icon.js";
import { confirmed } from "../../elements/sheet.js";
import { formats, say } from "../../elements/voice.js";

export async function deviceList(app) {
    const list = h("ul", { class: "list" });
    const draw = async () => {
        const devices = await app.books.all("/devices");
        list.replaceChildren(...devices.map((device) => row(app, device, draw)));
    };
    await draw();
    return list;
}

function row(app, device, draw) {
    const own = app.books.me.device?.id;
    const text = [
        h("span", { class: "row-title" }, device.name),
        h("span", { class: "row-detail" }, device.id === own ? say("account.thisDevice") : seen(device)),
    ];
    const name = say("account.endDevice", { name: device.name });
    const onclick = () => end(app, device, draw);
    return h("li", { class: "row plain-row" }, [
        h("span", { class: "row-picture" }, icon(device.kind === "token" ? "token" : "device")),
        h("span", { class: "row-text" }, text),
        device.id !== own && button({ name, picture: "close", kind: "quiet", onclick }),
    ]);
}

function seen({ createdAt, lastUsedAt }) {
    const signedIn = say("account.signedIn", { when: formats.instant(createdAt) });
    return lastUsedAt ? `${signedIn} · ${say("account.lastUsed", { when: formats.instant(lastUsedAt) })}` : signedIn;
}

async function end(app, device, draw) {
    const sure = await confirmed({
        title: say("account.endDevice", { name: device.name }),
        text: say("account.endDeviceText"),
        action: say("account.end"),
    });
    if (!sure) return;
    await app.attempt(async () => {
        await app.books.ask("DELETE", `/devices/${device.id}`);
        await draw();
    });
}
