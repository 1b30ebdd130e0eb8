// What can not be done, or not be known, while the server is out of reach.

import { h } from "../../elements/build.js";
import { formats, say } from "../../elements/voice.js";

/** Above the button of a form that needs the server now: says so for as long as it is away. */
export function serverNotice({ books }) {
    const line = h("p", { class: "hint", role: "status" });
    const follow = () => {
        line.textContent = books.reachable ? "" : say("waiting.needsServer");
        line.hidden = books.reachable;
        if (line.wasShown && !line.isConnected) books.removeEventListener("reach", follow);
        line.wasShown ||= line.isConnected;
    };
    books.addEventListener("reach", follow);
    follow();
    return line;
}

/** Beside buttons that need the server now, in content that is built anew when it comes or goes. */
export function awayLine({ books }) {
    return books.reachable ? null : h("p", { class: "hint", role: "status" }, say("waiting.buttonsNeedServer"));
}

/** Above what only the server can reckon, while it does not know everything yet, or can not be asked: as of when it is. */
export function lastKnownLine({ books, waiting, reckonings }, ledger, paths) {
    const isBehind = waiting.shown(ledger.id).length > 0;
    if (books.reachable && !isBehind) return null;
    const words = isBehind ? say("waiting.lastKnown") : say("waiting.away");
    const at = paths && reckonings.since(ledger, paths);
    const since = at ? say("waiting.asOf", { when: formats.instant(at) }) : "";
    return h("p", { class: "hint centred", role: "status" }, [since, words].filter(Boolean).join(" "));
}

/** Above what the server told with the ledger, day by day: as of which day it is while the server can not be asked. */
export function lastDayLine({ books }, ledger) {
    const day = books.told(ledger.id)?.day;
    if (books.reachable || !day) return null;
    const words = [say("waiting.asOf", { when: formats.longDay(day, "") }), say("waiting.away")];
    return h("p", { class: "hint centred", role: "status" }, words.join(" "));
}
