// Two of my friends who are one person: what would move, and then, perhaps, the merge. Ledgers stay as they are.

import { h } from "../../elements/build.js";
import { card } from "../../elements/controls.js";
import { choices } from "../../elements/choices.js";
import { form, Unfinished } from "../../elements/form.js";
import { say } from "../../elements/voice.js";
import { ledgerWords, standingWords } from "./words.js";
import { serverNotice } from "../waiting/away.js";

export async function friendMergeScreen(app, { params }) {
    const friends = await app.books.all("/friends");
    const friend = friends.find(({ id }) => id === params.friend);
    const content = () => card({}, friend ? mergeForm(app, friend, friends) : h("p", {}, say("person.unknown")));
    return {
        title: say("merge.title", { name: friend?.nickname ?? say("person.unknown") }),
        class: "narrow",
        once: true,
        content,
    };
}

function mergeForm(app, friend, friends) {
    const others = friends.filter(({ id }) => id !== friend.id);
    const options = others.map(({ id, nickname, colour }) => ({
        value: id,
        label: nickname,
        person: { name: nickname, colour },
    }));
    const into = choices({ legend: say("merge.into"), name: "into", options, chosen: [] });
    const shown = h("div", { class: "stack", role: "status" });
    const ask = (dryRun) => {
        const body = { into: into.chosen()[0], ...(dryRun && { dryRun }) };
        return app.books.ask("POST", `/friends/${friend.id}/merge`, body);
    };
    into.addEventListener("change", () =>
        app.attempt(async () => {
            shown.replaceChildren();
            const { preview } = await ask(true);
            shown.replaceChildren(...previewParts(preview));
        }));
    const send = async () => {
        if (into.chosen().length === 0) throw new Unfinished([{ field: "into", code: "missing" }]);
        const [target] = into.chosen();
        await ask(false);
        app.toast(say("merge.done"));
        await app.go(`/friends/${target}`, { replace: true });
    };
    const content = [h("p", { class: "hint" }, say("merge.friendLead", { name: friend.nickname })), into, shown];
    return form({ notice: serverNotice(app), fields: { into }, content, label: say("merge.confirm"), send });
}

function previewParts({ before = [], after }) {
    const line = ({ nickname, ...friend }) =>
        h("li", {}, say("merge.friendLine", { name: nickname, standing: standingWords(friend) }));
    const ledgers = (after?.ledgers ?? []).map((one) => h("li", {}, `${one.name} · ${ledgerWords(one)}`));
    return [
        h("ul", { class: "points" }, before.map(line)),
        after && h("p", { class: "strong" }, say("merge.friendAfter", { standing: standingWords(after) })),
        ledgers.length > 0 && h("ul", { class: "points" }, ledgers),
        h("p", { class: "hint" }, say("merge.back")),
    ].filter(Boolean);
}
