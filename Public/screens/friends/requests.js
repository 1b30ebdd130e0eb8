// Requests to link accounts: the other side says yes or no, and nobody learns who has an account here.

import { h } from "../../elements/build.js";
import { button, card } from "../../elements/controls.js";
import { field, option } from "../../elements/field.js";
import { form, Unfinished } from "../../elements/form.js";
import { formats, say } from "../../elements/voice.js";
import { serverNotice } from "../waiting/away.js";

export function linkRequestCards(app, { received, sent }, friends, reload) {
    return [
        ...received.map((request) => receivedCard(app, request, friends, reload)),
        sent.length > 0 && card(
            { title: say("requests.sent") },
            h(
                "ul",
                { class: "list" },
                sent.map((one) => {
                    return sentRow(app, one, reload);
                }),
            ),
        ),
    ];
}

/** Accepting says which friend it is, or makes one. */
function receivedCard(app, request, friends, reload) {
    const open = friends.filter(({ accountLinked }) => !accountLinked);
    const options = [
        option("", say("requests.newFriend", request)),
        ...open.map((one) => option(one.id, one.nickname)),
    ];
    const who = field({ label: say("requests.whichFriend"), name: "friendId", tag: "select", options });
    const send = async () => {
        await app.books.ask("POST", `/link-requests/${request.id}/accept`, who.value ? { friendId: who.value } : {});
        app.toast(say("requests.accepted", request));
        await reload();
    };
    const before = request.declinedBefore && h("p", { class: "hint" }, say("requests.declinedBefore"));
    const secondary = declineButton(app, request, reload);
    const content = [before, who];
    const accept = form({
        notice: serverNotice(app),
        fields: { friendId: who },
        content,
        label: say("requests.accept"),
        secondary,
        send,
    });
    return card({ title: say("requests.from", request) }, accept);
}

function declineButton(app, { id }, reload) {
    const onclick = () =>
        app.attempt(async () => {
            await app.books.ask("POST", `/link-requests/${id}/decline`);
            await reload();
        });
    return button({ label: say("requests.decline"), onclick });
}

function sentRow(app, { id, accountName, expiresAt }, reload) {
    const onclick = () =>
        app.attempt(async () => {
            await app.books.ask("DELETE", `/link-requests/${id}`);
            await reload();
        });
    const name = say("requests.withdraw", { name: accountName });
    const text = [
        h("span", { class: "row-title" }, accountName),
        h("span", { class: "row-detail" }, say("invites.until", { when: formats.instant(expiresAt) })),
    ];
    const away = button({ name, picture: "close", kind: "quiet", onclick });
    return h("li", { class: "row plain-row" }, h("span", { class: "row-text" }, text), away);
}

/** Asks the account of that name; the answer is the same whether there is one or not. */
export function requestForm(app, friend, sentOff) {
    const name = field({ label: say("requests.accountName"), name: "accountName", hint: say("requests.hint") });
    const send = async () => {
        if (!name.value) throw new Unfinished([{ field: "accountName", code: "missing" }]);
        await app.books.ask("POST", "/link-requests", { accountName: name.value, friendId: friend.id });
        app.toast(say("requests.sentOff"));
        await sentOff();
    };
    return form({
        notice: serverNotice(app),
        fields: { accountName: name },
        content: name,
        label: say("requests.send"),
        send,
    });
}
