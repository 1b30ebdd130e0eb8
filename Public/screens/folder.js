// Attach the ledger to a shared folder, so that another home can keep the same books.

import { h } from "../elements/build.js";
import { card, linkButton } from "../elements/controls.js";
import { form } from "../elements/form.js";
import { say } from "../elements/voice.js";
import { folderChoice } from "./folder-choice.js";
import { inLedger } from "./route.js";

export async function folderScreen(app, place) {
    const folder = await folderChoice(app, {});
    return {
        title: say("folder.title"),
        class: "narrow",
        once: true,
        content: () => contentOf(app, place.ledger, folder),
    };
}

function contentOf(app, ledger, folder) {
    const attached = (ledger.sync?.state ?? "local") !== "local";
    return [
        h("p", { class: "lead" }, say("folder.lead")),
        attached &&
        card(
            {},
            h("p", {}, say("folder.attached")),
            linkButton({ label: say("sync.title"), picture: "cloud", href: inLedger(ledger, "sync") }),
        ),
        !attached && card(
            {},
            form({
                fields: folder.fields,
                content: folder.content,
                label: say("folder.attach"),
                send: async () => {
                    await app.books.write(ledger.id, "PUT", "/folder", await folder.chosen());
                    app.toast(say("folder.done"));
                    await app.go(inLedger(ledger, "sync"), { replace: true });
                },
            }),
        ),
    ];
}
