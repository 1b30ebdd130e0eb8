// The folder connections of this account: the ways to shared folders that its ledgers may use.

import { h } from "../../elements/build.js";
import { emptyState, linkButton } from "../../elements/controls.js";
import { icon } from "../../elements/icon.js";
import { say } from "../../elements/voice.js";
import { connectionDetail, connectionPicture, kindName, stateMark } from "./words.js";

export async function connectionsScreen(app) {
    const connections = await app.books.all("/folder-connections");
    const content = () => connections.length > 0 ? listOf(connections) : none();
    return { title: say("connection.list"), class: "narrow", once: true, content };
}

function listOf(connections) {
    return [
        h("p", { class: "lead" }, say("connection.lead")),
        h("ul", { class: "card list" }, connections.map(row)),
        connect(),
    ];
}

function none() {
    const [title, text] = [say("connection.none"), say("connection.noneText")];
    return emptyState({ picture: "folder", title, text, action: connect() });
}

function connect() {
    const attributes = { label: say("connection.add"), picture: "add", kind: "primary", href: "/folders/new" };
    return h("div", { class: "ways" }, linkButton(attributes));
}

function row(connection) {
    const detail = connectionDetail(connection);
    const text = h(
        "span",
        { class: "row-text" },
        h("span", { class: "row-title" }, kindName(connection)),
        detail && h("span", { class: "row-detail" }, detail),
        stateMark(connection),
    );
    const picture = h("span", { class: "row-picture" }, icon(connectionPicture(connection)));
    return h("li", {}, h("a", { class: "row", href: `/folders/${connection.id}` }, picture, text, icon("forward")));
}
