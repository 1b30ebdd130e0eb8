// Until the join code has been put in a safe place, the ledger asks for it: whoever loses it loses the folder's contents.

import { h } from "../elements/build.js";
import { linkRow } from "../elements/controls.js";
import { say } from "../elements/voice.js";
import { inLedger } from "./route.js";

export function recoveryPrompt(ledger) {
    if (ledger.recoveryAcknowledged !== false) return null;
    const [label, detail] = [say("recovery.title"), say("recovery.text")];
    return h(
        "div",
        { class: "card prompt" },
        linkRow({ picture: "key", label, detail, href: inLedger(ledger, "sharing") }),
    );
}
