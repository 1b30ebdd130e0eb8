// On plain http: the app works, and could do more. Leads to how.

import { card, linkRow } from "../../elements/controls.js";
import { say } from "../../elements/voice.js";
import { platform } from "../../outside/platform.js";

/** Nothing where the app can be installed as it is. */
export function installCard() {
    if (platform.canInstall) return null;
    const [label, detail] = [say("install.make"), say("install.makeDetail")];
    return card({}, linkRow({ picture: "device", label, detail, href: "/help/https" }));
}
