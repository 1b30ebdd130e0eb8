// Somebody who no longer takes part stays in every sum, and is offered nowhere. They can come back.

import { button } from "../../elements/controls.js";
import { confirmed } from "../../elements/sheet.js";
import { say } from "../../elements/voice.js";

export function retireButton(app, ledger, person) {
    if (ledger.schemaVersion < 2 || person.id === ledger.myParticipantId) return null;
    const path = `/participants/${person.id}`;
    if (person.retiredAt) {
        const onclick = () => act(app, ledger, "POST", `${path}/reinstate`, say("people.reinstated", person));
        return button({ label: say("people.reinstate"), picture: "undo", onclick });
    }
    const onclick = async () => {
        const [title, text] = [say("people.retireTitle", person), say("people.retireText")];
        const sure = await confirmed({ title, text, action: say("people.retire") });
        if (sure) await act(app, ledger, "DELETE", path, say("people.hasRetired", person));
    };
    return button({ label: say("people.retire"), picture: "close", kind: "danger", onclick });
}

function act(app, ledger, method, path, said) {
    return app.attempt(async () => {
        await app.books.write(ledger.id, method, path);
        app.leave();
        app.toast(said);
    });
}
