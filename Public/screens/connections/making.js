// A new folder connection: which kind, and what that kind needs to know.

import { h } from "../../elements/build.js";
import { card, linkRow } from "../../elements/controls.js";
import { exactText, field } from "../../elements/field.js";
import { form, Unfinished } from "../../elements/form.js";
import { say } from "../../elements/voice.js";
import { goOn, withThen } from "./then.js";
import { scopeCard } from "./scope.js";
import { serverNotice } from "../waiting/away.js";

const kinds = [
    { kind: "onedrive", picture: "cloud" },
    { kind: "webdav", picture: "server" },
    { kind: "directory", picture: "folder" },
];

export function newConnectionScreen(_, place) {
    const onTheWay = place.query.has("then");
    const rows = kinds.map(({ kind, picture }) => {
        const href = withThen(`/folders/new/${kind}`, place);
        return h("li", {}, linkRow({ picture, ...wordsOf(kind), href, "data-replace": onTheWay }));
    });
    const content = () => [
        h("p", { class: "lead" }, say("connection.addLead")),
        h("ul", { class: "card list" }, rows),
    ];
    return { title: say("connection.add"), class: "narrow", once: true, content };
}

function wordsOf(kind) {
    return { label: say(`connection.kind.${kind}`), detail: say(`connection.about.${kind}`) };
}

export function newDirectoryScreen(app, place) {
    const [label, hint] = [say("connection.directory"), say("connection.directoryHint")];
    const fields = { path: field({ label, hint, name: "path", autofocus: true, ...exactText }) };
    const send = async () => {
        const body = { kind: "directory", path: fields.path.value || "." };
        await goOn(app, place, await app.books.ask("POST", "/folder-connections", body));
        app.toast(say("connection.made"));
    };
    const content = () =>
        card(
            {},
            form({ notice: serverNotice(app), fields, content: fields.path, label: say("connection.connect"), send }),
        );
    return { title: say("connection.kind.directory"), class: "narrow", once: true, content };
}

export function newWebDAVScreen(app, place) {
    const fields = { url: addressField(), username: userField(), password: passwordField() };
    const send = async () => {
        const body = { kind: "webdav", url: fields.url.value, username: fields.username.value };
        const missing = fields.url.value ? [] : [{ field: "url", code: "missing" }];
        if (missing.length > 0) throw new Unfinished(missing);
        const made = await app.books.ask("POST", "/folder-connections", { ...body, password: fields.password.value });
        await goOn(app, place, made);
        app.toast(say("connection.made"));
    };
    const content = () => [
        h("p", { class: "lead" }, say("webdav.lead")),
        card(
            {},
            form({
                notice: serverNotice(app),
                fields,
                content: Object.values(fields),
                label: say("connection.connect"),
                send,
            }),
        ),
        card({ title: say("webdav.nextcloud") }, h("p", {}, say("webdav.nextcloudText"))),
    ];
    return { title: say("connection.kind.webdav"), class: "narrow", once: true, content };
}

function addressField() {
    const [label, hint] = [say("webdav.url"), say("webdav.urlHint")];
    const placeholder = "https://cloud.example.org/remote.php/dav/files/anna";
    return field({ label, hint, name: "url", type: "url", placeholder, inputmode: "url", ...exactText });
}

export function userField(value = "") {
    return field({ label: say("webdav.username"), name: "username", value, ...exactText });
}

export function passwordField() {
    const [label, hint] = [say("webdav.password"), say("webdav.passwordHint")];
    return field({ label, hint, name: "password", type: "password", autocomplete: "off" });
}

/** Says what signing in allows before anything is asked for (SC-NFR-SEC-2); the sign-in itself is the next screen's. */
export function newOneDriveScreen(app, place) {
    const send = async () => {
        const made = await app.books.ask("POST", "/folder-connections", { kind: "onedrive" });
        app.newestConnection = made.id;
        await app.go(withThen(`/folders/${made.id}`, place), { replace: true });
    };
    const content = () => [scopeCard(), form({ notice: serverNotice(app), label: say("onedrive.continue"), send })];
    return { title: say("connection.kind.onedrive"), class: "narrow", once: true, content };
}
