// One friend: what is open between us and where, and how I call them. Only I see this.

import { limits, textProblem } from "../../core/drafts.js";
import { h, rebuild } from "../../elements/build.js";
import { button, card, linkButton, linkRow } from "../../elements/controls.js";
import { nameField } from "../../elements/field.js";
import { form, Unfinished } from "../../elements/form.js";
import { disc } from "../../elements/person.js";
import { confirmed } from "../../elements/sheet.js";
import { formats, say } from "../../elements/voice.js";
import { colourChoice } from "../colour-choice.js";
import { inLedger } from "../route.js";
import { requestForm } from "./requests.js";
import { ledgerWords, standingWords } from "./words.js";
import { serverNotice } from "../waiting/away.js";

/** Built anew after what was done here, and only then: what is being typed stays. */
export async function friendScreen(app, { params }) {
    const path = `/friends/${encodeURIComponent(params.friend)}`;
    const parts = h("div", { class: "stack" });
    const load = async () => {
        const friend = await app.books.ask("GET", path);
        rebuild(parts, () => partsOf(app, path, friend, load));
        return friend;
    };
    const { nickname } = await load();
    return { title: nickname, class: "narrow", once: true, content: () => parts };
}

function partsOf(app, path, friend, reload) {
    return [
        standing(friend),
        ledgersCard(friend),
        card({ title: say("friends.change") }, changeForm(app, path, friend, reload)),
        linkCard(app, path, friend, reload),
        mergedCard(app, friend, reload),
        card({ class: "stack" }, ways(app, path, friend)),
    ];
}

function standing(friend) {
    const person = { name: friend.nickname, colour: friend.colour };
    const href = `/friends/expense?friend=${friend.id}`;
    const add = linkButton({ label: say("friends.expense"), picture: "receipt", kind: "primary", href });
    return card(
        { class: "stack friend-standing" },
        disc(person, "large"),
        h("p", { class: "strong" }, standingWords(friend)),
        add,
    );
}

function ledgersCard({ ledgers }) {
    if (ledgers.length === 0) return null;
    const rows = ledgers.map((one) => {
        const detail = `${one.participantName} · ${ledgerWords(one)}`;
        return linkRow({ picture: "receipt", label: one.name, detail, href: inLedger(one.ledgerId, "expenses") });
    });
    return card({ title: say("friends.ledgers") }, rows);
}

function changeForm(app, path, friend, reload) {
    const name = nameField({ label: say("friends.nickname"), value: friend.nickname });
    const colour = colourChoice({ name: friend.nickname, colour: friend.colour });
    const send = async () => {
        const problem = textProblem("nickname", name.value, limits.name);
        if (problem) throw new Unfinished([problem]);
        await app.books.ask("PATCH", path, { nickname: name.value, colour: colour.chosen()[0] });
        app.toast(say("settings.saved"));
        await reload();
    };
    return form({
        notice: serverNotice(app),
        fields: { nickname: name, colour },
        content: [name, colour],
        label: say("action.save"),
        send,
    });
}

function linkCard(app, path, friend, reload) {
    if (!friend.accountLinked) {
        return card({ title: say("friends.link") }, requestForm(app, friend, reload));
    }
    const unlink = () =>
        app.attempt(async () => {
            await app.books.ask("PATCH", path, { unlink: true });
            await reload();
        });
    const account = friend.accountDeleted
        ? say("friends.deleted")
        : say("friends.linked", { name: friend.accountName });
    return card(
        { title: say("friends.link"), class: "stack" },
        h("p", {}, account),
        button({ label: say("friends.unlink"), onclick: unlink }),
    );
}

function mergedCard(app, { merged = [] }, reload) {
    if (merged.length === 0) return null;
    const rows = merged.map(({ mergeId, nickname, mergedAt }) => {
        const onclick = () =>
            app.attempt(async () => {
                await app.books.ask("DELETE", `/merges/${encodeURIComponent(mergeId)}`);
                await reload();
            });
        const text = [
            h("span", { class: "row-title" }, nickname),
            mergedAt && h("span", { class: "row-detail" }, say("merge.at", { when: formats.instant(mergedAt) })),
        ];
        const undo = button({ label: say("merge.undo"), picture: "undo", kind: "quiet small", onclick });
        return h("li", { class: "row plain-row" }, h("span", { class: "row-text" }, text), mergeId && undo);
    });
    return card({ title: say("merge.also") }, h("ul", { class: "list" }, rows));
}

function ways(app, path, friend) {
    const remove = async () => {
        const title = say("friends.removeTitle", { name: friend.nickname });
        const sure = await confirmed({ title, text: say("friends.removeText"), action: say("friends.remove") });
        if (!sure) return;
        await app.attempt(async () => {
            await app.books.ask("DELETE", path);
            await app.go("/friends", { replace: true });
        });
    };
    return [
        linkButton({ label: say("merge.action"), picture: "merge", href: `/friends/${friend.id}/merge` }),
        button({ label: say("friends.remove"), picture: "trash", kind: "danger", onclick: remove }),
    ];
}
