// What a ledger of format version 1 has no room for, and the way to change that.

import { h } from "../elements/build.js";
import { linkButton } from "../elements/controls.js";
import { say } from "../elements/voice.js";
import { inLedger } from "./route.js";

export function upgradeOffer(ledger, text) {
    const href = inLedger(ledger, "upgrade");
    const way = linkButton({ label: say("upgrade.title"), picture: "arrow", href, "data-key": "upgrade offer" });
    return h("div", { class: "stack snug" }, h("p", { class: "hint" }, text), way);
}
