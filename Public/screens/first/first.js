// The first way through a new server on a screen of its own. It can be left at every step, and leads nobody back.

import { h } from "../../elements/build.js";
import { linkButton } from "../../elements/controls.js";
import { say } from "../../elements/voice.js";
import { firstSteps } from "../first-steps.js";

export const words = "first";

export async function firstStepsScreen(app) {
    const [isImported] = await Promise.all([hasImported(app), app.books.listLedgers()]);
    const on = linkButton({ label: say("first.on"), kind: "primary", href: "/" });
    const content = () => [
        h("p", { class: "lead" }, say("first.lead")),
        firstSteps(app, bringAlong(isImported)),
        h("div", { class: "ways" }, on),
    ];
    return { title: say("first.title"), class: "narrow", content };
}

/** Many come with years of another program. What is imported may also be the first ledger. */
function bringAlong(done) {
    return { name: "import", done, picture: "income", href: "/import" };
}

/** Away from the server nobody knows; then it is offered. */
async function hasImported({ books }) {
    try {
        return (await books.all("/imports")).some(({ state }) => state === "done");
    } catch (problem) {
        if (!problem.isUnreachable) throw problem;
        return false;
    }
}
