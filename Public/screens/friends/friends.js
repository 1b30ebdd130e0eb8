// My friends: a private address book with what is open with each over all ledgers, and requests to link accounts.

import { limits, textProblem } from "../../core/drafts.js";
import { h, rebuild } from "../../elements/build.js";
import { card, emptyState, linkButton } from "../../elements/controls.js";
import { nameField } from "../../elements/field.js";
import { form, Unfinished } from "../../elements/form.js";
import { icon } from "../../elements/icon.js";
import { disc } from "../../elements/person.js";
import { say } from "../../elements/voice.js";
import { linkRequestCards } from "./requests.js";
import { standingWords } from "./words.js";
import { serverNotice } from "../waiting/away.js";
import { keptLine } from "../waiting/line.js";

/** Built anew after what was done here, and only then: what is being typed stays. */
export async function friendsScreen(app) {
    const parts = h("div", { class: "stack" });
    const load = async () => {
        const asking = [app.books.all("/friends"), app.books.ask("GET", "/link-requests")];
        const [friends, requests] = await Promise.all(asking);
        rebuild(parts, () => partsOf(app, friends, requests, add, load));
    };
    const add = addForm(app, load);
    await load();
    return { title: say("friends.title"), class: "narrow", once: true, content: () => parts };
}

function partsOf(app, friends, requests, add, reload) {
    const together = { label: say("friends.expense"), picture: "receipt", href: "/friends/expense" };
    return [
        linkRequestCards(app, requests, friends, reload),
        friends.length > 0 ? listCard(friends) : nobody(),
        friends.length > 0 && linkButton(together),
        card({ title: say("friends.add") }, add),
    ];
}

function nobody() {
    return emptyState({ picture: "people", title: say("friends.none"), text: say("friends.noneText") });
}

function listCard(friends) {
    return h("ul", { class: "card list" }, friends.map(row));
}

function row(friend) {
    const text = [
        h("span", { class: "row-title" }, friend.nickname),
        h("span", { class: "row-detail" }, standingWords(friend)),
        friend.accountDeleted && h("span", { class: "row-detail" }, say("friends.deleted")),
    ];
    const attributes = { class: "row", href: `/friends/${friend.id}`, "data-key": `friend ${friend.id}` };
    const person = { name: friend.nickname, colour: friend.colour };
    return h("li", {}, h("a", attributes, disc(person), h("span", { class: "row-text" }, text), icon("forward")));
}

function addForm(app, added) {
    const name = nameField({ label: say("friends.nickname"), value: "", "data-key": "add friend" });
    const keep = keptLine(app, "friend", name);
    const send = async () => {
        const problem = textProblem("nickname", name.value, limits.name);
        if (problem) throw new Unfinished([problem]);
        await app.books.ask("POST", "/friends", { nickname: name.value });
        name.input.value = "";
        keep();
        await added();
    };
    return form({
        notice: serverNotice(app),
        fields: { nickname: name },
        content: name,
        label: say("create.add"),
        class: "inline",
        send,
    });
}
