// Asks for what is new.

import { button } from "../elements/controls.js";
import { say } from "../elements/voice.js";
import { inLedger } from "./route.js";

/** Also what lies in the shared folder, where there is one. */
export function refresh(app, ledger) {
    return app.attempt(async () => {
        if ((ledger.sync?.state ?? "local") !== "local") await app.books.ask("POST", `${inLedger(ledger)}/sync`);
        await app.books.refresh(ledger.id);
        app.toast(say("refresh.done"));
    });
}

/** One for as long as the screen is shown: it stays busy however often all else is drawn anew. */
export function refreshButton(app, place) {
    const onclick = async ({ currentTarget: pressed }) => {
        pressed.setAttribute("aria-busy", "true");
        await refresh(app, place.ledger);
        pressed.removeAttribute("aria-busy");
    };
    return button({ name: say("refresh.action"), picture: "sync", kind: "quiet refresh", key: "refresh", onclick });
}
