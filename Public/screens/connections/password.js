// A new password for a WebDAV connection, for when the old one was withdrawn.

import { h } from "../../elements/build.js";
import { card } from "../../elements/controls.js";
import { form, Unfinished } from "../../elements/form.js";
import { say } from "../../elements/voice.js";
import { passwordField, userField } from "./making.js";

/** Unfolded where it is needed. */
export function newPasswordCard(view) {
    const fields = { username: userField(view.connection.username), password: passwordField() };
    const send = async () => {
        if (!fields.password.value) throw new Unfinished([{ field: "password", code: "missing" }]);
        const body = { method: "password", username: fields.username.value, password: fields.password.value };
        const connection = await view.app.books.ask("POST", `${view.path}/sign-in`, body);
        view.signedIn(connection);
    };
    const content = form({ fields, content: Object.values(fields), label: say("connection.signInAgain"), send });
    if (view.connection.state !== "connected") return card({ title: say("webdav.newPassword") }, content);
    const summary = h("summary", {}, say("webdav.newPassword"));
    return h("details", { class: "card fold", "data-key": "password" }, summary, content);
}
