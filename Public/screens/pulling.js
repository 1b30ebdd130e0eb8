// Where the app stands alone, pulling the page down asks for what is new.

import { inApp } from "../core/root-path.js";
import { h } from "../elements/build.js";
import { icon } from "../elements/icon.js";
import { platform } from "../outside/platform.js";
import { enough, watchPull } from "../outside/pull.js";
import { refresh } from "./refreshing.js";
import { ledgerOf } from "./route.js";

/** The round mark that follows the finger, and turns as long as something is asked for. */
export function refreshByPulling(app) {
    if (!platform.isAlone) return;
    const mark = h("div", { class: "pull-mark", "aria-hidden": "true" }, icon("sync"));
    document.body.append(mark);
    const ledger =
        () => (document.querySelector("dialog[open]") ? null : app.books.opened(ledgerOf(inApp(location).pathname)));
    const moved = (depth) => {
        const part = ledger() ? Math.min(1, depth / enough) : 0;
        mark.style.setProperty("--pulled", String(part));
    };
    const released = async () => {
        if (!ledger()) return;
        mark.toggleAttribute("data-busy", true);
        await refresh(app, ledger());
        mark.removeAttribute("data-busy");
    };
    watchPull({ moved, released });
}
