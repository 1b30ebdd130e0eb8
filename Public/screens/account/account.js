// My account on this server: my devices, everything that belongs to the account, how the app looks here.

import { button, card, linkRow } from "../../elements/controls.js";
import { choices } from "../../elements/choices.js";
import { languages } from "../../core/languages.js";
import { gently } from "../../elements/gently.js";
import { confirmed } from "../../elements/sheet.js";
import { say } from "../../elements/voice.js";
import { platform } from "../../outside/platform.js";
import { prefer, preference } from "../../outside/preferences.js";
import { installCard } from "../help/install-card.js";
import { settleWhatWaits } from "../waiting/leaving.js";
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
                language(),
            ),
            installCard(),
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
        { label: "import.title", detail: "import.detail", picture: "income", href: "/import" },
        isOwner && { label: "backup.title", detail: "backup.detail", picture: "saving", href: "/backup" },
        { label: "guide.title", detail: "guide.detail", picture: "palette", href: "/guide" },
        isOwner && { label: "server.title", detail: "server.detail", picture: "settings", href: "/server" },
        { label: "about.title", detail: "about.detail", picture: "note", href: "/help/about" },
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
        look: "segmented",
        chosen: [preference(name)],
        options: values.map((value) => ({ value, label: say(`account.${name}.${value}`) })),
    });
    block.addEventListener("change", () => gently(() => prefer(name, block.chosen()[0])));
    return block;
}

/** Every language by its own name, for those who can not read the one that is set. Another one needs the app to start anew. */
function language() {
    const own = Object.entries(languages).map(([value, label]) => ({ value, label, lang: value }));
    const options = [{ value: "system", label: say("account.language.system") }, ...own];
    const block = choices({
        legend: say("account.language"),
        name: "language",
        chosen: [preference("language")],
        options,
    });
    block.addEventListener("change", () => {
        prefer("language", block.chosen()[0]);
        location.reload();
    });
    return block;
}

async function signOut(app) {
    const sure = app.waiting.ops.length > 0 ? await app.attempt(() => settleWhatWaits(app)) : await confirmed({
        title: say("account.signOut"),
        text: say("account.signOutText"),
        action: say("account.signOut"),
    });
    if (sure) await app.attempt(() => leave(app));
}

/** Of what was typed nothing stays here. */
async function leave(app) {
    await app.books.ask("DELETE", "/sessions/current");
    await app.drafts.forget();
    await app.books.forget();
}
