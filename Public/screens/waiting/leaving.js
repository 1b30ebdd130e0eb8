// Signing out while something waits: it says how much, and what can be done with it.

import { h } from "../../elements/build.js";
import { button } from "../../elements/controls.js";
import { sheet } from "../../elements/sheet.js";
import { say } from "../../elements/voice.js";

/** Answers "send", "keep", "discard", or null when somebody would rather stay. */
export function askWhatWaits(count) {
    return new Promise((resolve) => {
        const answer = (choice) => {
            shown.close();
            resolve(choice);
        };
        const way = (choice, kind) =>
            button({ label: say(`waiting.leave.${choice}`), kind, onclick: () => answer(choice) });
        const shown = sheet({
            title: say("account.signOut"),
            class: "small",
            onclose: () => answer(null),
            content: [
                h("p", { class: "sheet-text" }, say("waiting.leave.text", { n: count })),
                h("div", { class: "form-end" }, way("send", "primary"), way("keep", "plain"), way("discard", "danger")),
                h("p", { class: "hint" }, say("waiting.leave.hint")),
            ],
        });
    });
}

/** Whether nothing stands in the way of signing out any more. */
export async function settleWhatWaits(app) {
    const choice = await askWhatWaits(app.waiting.ops.length);
    if (choice === "discard") await (await app.waiting.whole()).outbox.discardAll();
    if (choice !== "send") return choice !== null;
    await app.waiting.run();
    if (app.waiting.ops.length === 0) return true;
    app.toast(say("waiting.leave.notSent", { n: app.waiting.ops.length }));
    return false;
}
