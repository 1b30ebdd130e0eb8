// For the owner of the server: who has an account here.

import { h } from "../../elements/build.js";
import { button, card } from "../../elements/controls.js";
import { exactText, field, nameField, valuesOf } from "../../elements/field.js";
import { form, Unfinished } from "../../elements/form.js";
import { icon } from "../../elements/icon.js";
import { sheet } from "../../elements/sheet.js";
import { formats, say } from "../../elements/voice.js";
import { serverNotice } from "../waiting/away.js";

export async function accountsScreen(app) {
    const list = h("ul", { class: "list" });
    const draw = async () => {
        const accounts = await app.books.all("/accounts");
        list.replaceChildren(...accounts.map((one) => row(app, one, draw)));
    };
    await draw();
    const lead = h("p", { class: "lead" }, say("accounts.lead"));
    const content = () => [lead, card({}, list), card({ title: say("accounts.add") }, addForm(app, draw))];
    return { title: say("accounts.title"), class: "narrow", once: true, content };
}

function addForm(app, draw) {
    const words = { label: say("accounts.password"), hint: say("account.passwordHint"), autocomplete: "new-password" };
    const fields = {
        name: nameField({ label: say("account.name"), value: "" }),
        password: field({ ...words, name: "password", type: "password" }),
    };
    const send = async () => {
        await app.books.ask("POST", "/accounts", valuesOf(fields));
        for (const block of Object.values(fields)) block.input.value = "";
        await draw();
    };
    return form({
        notice: serverNotice(app),
        fields,
        content: Object.values(fields),
        label: say("accounts.action"),
        send,
    });
}

function row(app, account, draw) {
    const { id, name, isOwner, createdAt, lastUsedAt, devices } = account;
    const isMe = id === app.books.me.account.id;
    const facts = [
        isOwner && say("accounts.owner"),
        say("accounts.since", { when: formats.instant(createdAt) }),
        devices !== undefined && say("accounts.devices", { n: devices }),
        lastUsedAt && say("account.lastUsed", { when: formats.instant(lastUsedAt) }),
    ];
    const text = [
        h("span", { class: "row-title" }, name),
        h("span", { class: "row-detail" }, facts.filter(Boolean).join(" · ")),
    ];
    const away = button({
        name: say("accounts.removeTitle", { name }),
        picture: "trash",
        kind: "quiet",
        onclick: () => remove(app, account, draw),
    });
    const picture = h("span", { class: "row-picture" }, icon("person"));
    return h("li", { class: "row plain-row" }, picture, h("span", { class: "row-text" }, text), !isMe && away);
}

/** The name is typed: ledgers that nobody else here is in go with the account. */
function remove(app, { id, name }, draw) {
    const typed = field({ label: say("accounts.confirmName"), name: "confirmName", ...exactText });
    const send = async () => {
        if (typed.value !== name) throw new Unfinished([{ field: "confirmName", code: "other" }]);
        await removeAccount(app, id, name);
        shown.close();
        await draw();
    };
    const text = h("p", { class: "sheet-text" }, say("accounts.removeText"));
    const content = [
        text,
        form({
            notice: serverNotice(app),
            fields: { confirmName: typed },
            content: typed,
            label: say("accounts.remove"),
            send,
        }),
    ];
    const shown = sheet({ title: say("accounts.removeTitle", { name }), content, onclose: () => shown.close() });
}

/** The server wants the name only where a ledger goes for good. */
async function removeAccount({ books }, id, confirmName) {
    const wanted = (problem) => problem.code === "wrong-confirmation" ? { confirmName } : Promise.reject(problem);
    const answer = await books.ask("DELETE", `/accounts/${id}`).catch(wanted);
    if (answer?.confirmName) await books.ask("DELETE", `/accounts/${id}`, answer);
}
