// What goes on beside the screens and may begin a moment later than they do.

import { isFormOpen } from "../elements/form.js";
import { say } from "../elements/voice.js";
import { install } from "../outside/installation.js";
import { countOnIcon } from "./icon-count.js";
import { refreshByPulling } from "./pulling.js";

export function alongside(app) {
    const offer = (apply) => app.toast(say("update.ready"), { label: say("update.apply"), run: apply });
    install(offer, () => !isFormOpen());
    countOnIcon(app);
    refreshByPulling(app);
}
