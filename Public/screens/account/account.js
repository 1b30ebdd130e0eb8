// My account on this server: my devices, everything that belongs to the account, how the app looks here.

import { h } from "../../elements/build.js";
import { button, card, linkRow } from "../../elements/controls.js";
import { choices } from "../../elements/choices.js";
import { confirmed } from "../../elements/sheet.js";
import { say } from "../../elements/voice.js";
import { platform } from "../../outside/platform.js";
import { prefer, preference } from "../../outside/preferences.js";
import { deviceList } from "./devices.js";

export async function accountScreen(app) {
    const devices = await deviceList(app);
    return {
        title: app.books.me.account.name,
        class: "narrow",
        once: true,
        content: () => [
            card({ title: say("account.devices") }, devices),
            card({}, places(app.books.me.account).map(placeRow)),
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

function places({ isOwner }) {
    return [
        { label: "friends.title", detail: "friends.detail", picture: "people", href: "/friends" },
        { label: "connection.list", detail: "connection.listDetail", picture: "folder", href: "/folders" },
        { label: "password.title", detail: "password.detail", picture: "key", href: "/account/password" },
        ...(platform.hasPasskeys ? withPasskeys : []),
        { label: "tokens.title", detail: "tokens.detail", picture: "token", href: "/account/tokens" },
        isOwner && { label: "accounts.title", detail: "accounts.detail", picture: "server", href: "/account/accounts" },
        { label: "leaving.title", detail: "leaving.detail", picture: "trash", href: "/account/leaving" },
    ].filter(Boolean);
}

const withPasskeys = [
    { label: "passkeys.title", detail: "passkeys.detail", picture: "passkey", href: "/account/passkeys" },
    { label: "lock.title", detail: "lock.detail", picture: "lock", href: "/account/lock" },
];

function placeRow({ label, detail, ...row }) {
    return linkRow({ label: say(label), detail: say(detail), ...row });
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

async function signOut(app) {
    const sure = await confirmed({
        title: say("account.signOut"),
        text: say("account.signOutText"),
        action: say("account.signOut"),
    });
    if (sure) await app.attempt(() => app.books.signOut());
}
