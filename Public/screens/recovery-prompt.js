// Until the join code has been put in a safe place, the ledger asks for it: whoever loses it loses the folder's contents.

import { h } from "../elements/build.js";
import { linkButton } from "../elements/controls.js";
import { icon } from "../elements/icon.js";
import { say } from "../elements/voice.js";
import { inLedger } from "./route.js";

export function recoveryPrompt(ledger) {
    if (ledger.recoveryAcknowledged !== false) return null;
    const title = say("recovery.title");
    return h("section", { class: "card prompt", "aria-label": title }, [
        h("span", { class: "row-picture" }, icon("key")),
        h("div", {}, h("h2", { class: "card-title" }, title), h("p", {}, say("recovery.text"))),
        linkButton({ label: say("recovery.action"), href: inLedger(ledger, "sharing") }),
    ]);
}
