// A new password: every other session ends, tokens stay.

import { h } from "../../elements/build.js";
import { card } from "../../elements/controls.js";
import { field, valuesOf } from "../../elements/field.js";
import { form, Unfinished } from "../../elements/form.js";
import { say } from "../../elements/voice.js";
import { serverNotice } from "../waiting/away.js";

export function passwordScreen(app) {
    const lead = h("p", { class: "lead" }, say("password.lead"));
    const content = () => [lead, card({}, passwordForm(app))];
    return { title: say("password.title"), class: "narrow", once: true, content };
}

function passwordForm(app) {
    const secret = (name, label, autocomplete, hint) =>
        field({ label, hint, name, type: "password", autocomplete, required: true });
    const fields = {
        currentPassword: secret("currentPassword", say("password.current"), "current-password"),
        password: secret("password", say("account.newPassword"), "new-password", say("account.passwordHint")),
    };
    const owner = h("input", {
        type: "text",
        autocomplete: "username",
        hidden: true,
        value: app.books.me.account.name,
    });
    const send = async () => {
        const empty = Object.entries(fields).filter(([, block]) => block.value === "");
        if (empty.length > 0) throw new Unfinished(empty.map(([field]) => ({ field, code: "missing" })));
        const { currentPassword, password } = valuesOf(fields);
        await app.books.ask("PATCH", "/me", { currentPassword, password });
        app.toast(say("password.changed"));
        app.leave();
    };
    return form({
        notice: serverNotice(app),
        fields,
        content: [owner, Object.values(fields)],
        label: say("password.action"),
        send,
    });
}
