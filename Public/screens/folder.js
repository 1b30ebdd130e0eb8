// Attach the ledger to a shared folder, so that another home can keep the same books.

import { h } from "../elements/build.js";
import { card, linkButton } from "../elements/controls.js";
import { form } from "../elements/form.js";
import { say } from "../elements/voice.js";
import { folderChoice } from "./folder-choice.js";
import { inLedger } from "./route.js";

export async function folderScreen(app, { ledger }) {
    const attached = (ledger.sync?.state ?? "local") !== "local";
    const shown = attached ? attachedCard(ledger) : card({}, attachForm(app, ledger, await folderChoice(app)));
    const content = () => [h("p", { class: "lead" }, say("folder.lead")), shown];
    return { title: say("folder.title"), class: "narrow", once: true, content };
}

function attachedCard(ledger) {
    const sync = linkButton({ label: say("sync.title"), picture: "cloud", href: inLedger(ledger, "sync") });
    return card({ class: "stack" }, h("p", {}, say("folder.attached")), sync);
}

function attachForm(app, ledger, folder) {
    const send = async () => {
        await app.books.write(ledger.id, "PUT", "/folder", await folder.chosen());
        app.toast(say("folder.done"));
        app.leave();
    };
    return form({ fields: folder.fields, content: folder.content, label: say("folder.attach"), send });
}
