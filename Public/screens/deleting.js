// Deletes a ledger for good, with its folder and for everybody: its name has to be typed.

import { h } from "../elements/build.js";
import { button } from "../elements/controls.js";
import { exactText, field } from "../elements/field.js";
import { form, Unfinished } from "../elements/form.js";
import { sheet } from "../elements/sheet.js";
import { say } from "../elements/voice.js";
import { inLedger } from "./route.js";

export function deleteForGood(app, ledger) {
    const onclick = () => ask(app, ledger);
    return button({ label: say("deleting.action"), picture: "trash", kind: "danger", key: "delete for good", onclick });
}

function ask(app, ledger) {
    const name = field({ label: say("deleting.confirm", { name: ledger.name }), name: "confirmName", ...exactText });
    const send = async () => {
        if (name.value !== ledger.name) throw new Unfinished([{ field: "confirmName", code: "otherLedger" }]);
        await app.books.ask("DELETE", `${inLedger(ledger)}?folder=delete`, { confirmName: name.value });
        shown.close();
        await app.go("/ledgers", { replace: true });
        await app.books.forgetLedger(ledger.id);
    };
    const content = [h("p", { class: "sheet-text" }, say("deleting.text")), name];
    const shown = sheet({
        title: say("deleting.title", { name: ledger.name }),
        class: "small",
        onclose: () => shown.close(),
        content: form({ fields: { confirmName: name }, content, label: say("deleting.action"), class: "danger", send }),
    });
}
