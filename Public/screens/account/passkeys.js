// Passkeys: signing in with a face or a fingerprint instead of the password.

import { h } from "../../elements/build.js";
import { button, card } from "../../elements/controls.js";
import { field, nameField } from "../../elements/field.js";
import { form, Unfinished } from "../../elements/form.js";
import { icon } from "../../elements/icon.js";
import { confirmed } from "../../elements/sheet.js";
import { formats, say } from "../../elements/voice.js";
import { makePasskey } from "../../outside/passkeys.js";
import { platform } from "../../outside/platform.js";
import { serverNotice } from "../waiting/away.js";

export async function passkeysScreen(app) {
    const list = h("div", {});
    const draw = async () => list.replaceChildren(...listCard(app, await app.books.all("/me/passkeys"), draw));
    await draw();
    const lead = h("p", { class: "lead" }, say("passkeys.lead"));
    const content =
        () => [lead, list, platform.hasPasskeys && card({ title: say("passkeys.add") }, addForm(app, draw))];
    return { title: say("passkeys.title"), class: "narrow", once: true, content };
}

/** The password first: whoever finds an unlocked phone must not leave a key of their own on it. */
function addForm(app, draw) {
    const words = {
        label: say("account.password"),
        autocomplete: "current-password",
        hint: say("passkeys.passwordHint"),
    };
    const fields = {
        name: nameField({ label: say("passkeys.name"), value: platform.deviceName }),
        currentPassword: field({ ...words, name: "currentPassword", type: "password" }),
    };
    const send = async () => {
        const currentPassword = fields.currentPassword.value;
        if (!currentPassword) throw new Unfinished([{ field: "currentPassword", code: "missing" }]);
        const credential = await makePasskey(await app.books.ask("POST", "/me/passkeys/options", { currentPassword }));
        await app.books.ask("POST", "/me/passkeys", { name: fields.name.value, credential });
        fields.currentPassword.input.value = "";
        app.toast(say("passkeys.made"));
        await draw();
    };
    return form({
        notice: serverNotice(app),
        fields,
        content: Object.values(fields),
        label: say("passkeys.make"),
        send,
    });
}

function listCard(app, passkeys, draw) {
    if (passkeys.length === 0) return [];
    return [
        card({ title: say("passkeys.yours") }, h("ul", { class: "list" }, passkeys.map((one) => row(app, one, draw)))),
    ];
}

function row(app, passkey, draw) {
    const { name, createdAt, lastUsedAt } = passkey;
    const facts = [
        say("tokens.made", { when: formats.instant(createdAt) }),
        lastUsedAt && say("account.lastUsed", { when: formats.instant(lastUsedAt) }),
    ];
    const text = [
        h("span", { class: "row-title" }, name),
        h("span", { class: "row-detail" }, facts.filter(Boolean).join(" · ")),
    ];
    const away = button({
        name: say("passkeys.removeTitle", { name }),
        picture: "close",
        kind: "quiet",
        onclick: () => remove(app, passkey, draw),
    });
    const picture = h("span", { class: "row-picture" }, icon("passkey"));
    return h("li", { class: "row plain-row" }, picture, h("span", { class: "row-text" }, text), away);
}

async function remove(app, { id, name }, draw) {
    const title = say("passkeys.removeTitle", { name });
    const sure = await confirmed({ title, text: say("passkeys.removeText"), action: say("passkeys.remove") });
    if (!sure) return;
    await app.attempt(async () => {
        await app.books.ask("DELETE", `/me/passkeys/${id}`);
        await draw();
    });
}
