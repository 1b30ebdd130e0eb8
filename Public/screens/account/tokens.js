// Tokens for programs: what they may do, how long they are good, and the secret, once.

import { h } from "../../elements/build.js";
import { button, card } from "../../elements/controls.js";
import { choices } from "../../elements/choices.js";
import { dateField, nameField } from "../../elements/field.js";
import { form, Unfinished } from "../../elements/form.js";
import { icon } from "../../elements/icon.js";
import { confirmed } from "../../elements/sheet.js";
import { formats, say } from "../../elements/voice.js";
import { copy } from "../../outside/platform.js";
import { serverNotice } from "../waiting/away.js";

export async function tokensScreen(app) {
    const list = h("div", {});
    const made = h("div", { role: "status" });
    const draw = async () => list.replaceChildren(...listCard(app, await app.books.all("/tokens"), draw));
    await draw();
    const make = tokenForm(app, (token) => {
        made.replaceChildren(secretCard(app, token));
        made.querySelector("h2").focus();
        return draw();
    });
    const lead = h("p", { class: "lead" }, say("tokens.lead"));
    const content = () => [lead, made, card({ title: say("tokens.new") }, make), list];
    return { title: say("tokens.title"), class: "narrow", once: true, content };
}

function tokenForm(app, show) {
    const name = nameField({ label: say("tokens.name"), value: "", placeholder: say("tokens.nameExample") });
    const options = ["full", "read"].map((value) => ({ value, label: say(`tokens.scope.${value}`) }));
    const scope = choices({ legend: say("tokens.scope"), name: "scope", options, chosen: ["full"] });
    const until = dateField({ label: say("tokens.until"), name: "expiresAt", hint: say("tokens.untilHint") });
    const send = async () => {
        if (!name.value) throw new Unfinished([{ field: "name", code: "missing" }]);
        const expiresAt = until.value ? { expiresAt: new Date(`${until.value}T23:59:59`).toISOString() } : {};
        await show(
            await app.books.ask("POST", "/tokens", { name: name.value, scope: scope.chosen()[0], ...expiresAt }),
        );
        name.input.value = "";
    };
    const fields = { name, scope, expiresAt: until };
    return form({ notice: serverNotice(app), fields, content: Object.values(fields), label: say("tokens.make"), send });
}

function secretCard(app, { name, token }) {
    const copied = async () => {
        await copy(token);
        app.toast(say("sharing.copied"));
    };
    return card(
        { class: "stack" },
        h("h2", { class: "card-title", tabindex: "-1" }, say("tokens.ready", { name })),
        h("output", { class: "code" }, token),
        h("p", { class: "hint" }, say("tokens.once")),
        button({ label: say("tokens.copy"), picture: "copy", kind: "primary", onclick: copied }),
    );
}

function listCard(app, tokens, draw) {
    if (tokens.length === 0) return [];
    return [card({ title: say("tokens.list") }, h("ul", { class: "list" }, tokens.map((one) => row(app, one, draw))))];
}

function row(app, token, draw) {
    const { name, scope, createdAt, lastUsedAt, expiresAt } = token;
    const facts = [
        scope && say(`tokens.scope.${scope}`),
        say("tokens.made", { when: formats.instant(createdAt) }),
        lastUsedAt && say("account.lastUsed", { when: formats.instant(lastUsedAt) }),
        expiresAt && say("invites.until", { when: formats.instant(expiresAt) }),
    ];
    const text = [
        h("span", { class: "row-title" }, name),
        h("span", { class: "row-detail" }, facts.filter(Boolean).join(" · ")),
    ];
    const away = button({
        name: say("tokens.removeTitle", { name }),
        picture: "close",
        kind: "quiet",
        onclick: () => remove(app, token, draw),
    });
    const picture = h("span", { class: "row-picture" }, icon("token"));
    return h("li", { class: "row plain-row" }, picture, h("span", { class: "row-text" }, text), away);
}

async function remove(app, { id, name }, draw) {
    const title = say("tokens.removeTitle", { name });
    const sure = await confirmed({ title, text: say("tokens.removeText"), action: say("tokens.remove") });
    if (!sure) return;
    await app.attempt(async () => {
        await app.books.ask("DELETE", `/tokens/${id}`);
        await draw();
    });
}
