// Takes back one change; the ledger says no when something was built on it.

import { say } from "../../elements/voice.js";

/** Answers whether it was done. */
export async function undoEvent(app, ledger, eventId) {
    const done = await app.attempt(async () => {
        await app.books.write(ledger.id, "POST", `/activity/${encodeURIComponent(eventId)}/undo`, {});
        app.toast(say("activity.undone"));
        return true;
    });
    return done === true;
}
