// The lock of the app: how long it waits on this device, and what covers everything until it is opened.

import { h } from "../../elements/build.js";
import { choices } from "../../elements/choices.js";
import { card } from "../../elements/controls.js";
import { say } from "../../elements/voice.js";
import { setLock } from "../../outside/app-lock.js";
import { proveItIsMe } from "../../outside/passkeys.js";
import { preference } from "../../outside/preferences.js";

/** Minutes in the background, and how they are called. */
const waits = new Map([
    ["never", "lock.never"],
    ["0", "lock.atOnce"],
    ["1", "lock.one"],
    ["5", "lock.five"],
    ["15", "lock.fifteen"],
]);

export async function lockSettingsScreen(app) {
    const passkeys = await app.books.all("/me/passkeys");
    const lead = h("p", { class: "lead" }, say("lock.lead"));
    const content = () => [lead, passkeys.length > 0 ? card({}, waitChoice(app)) : needsPasskey()];
    return { title: say("lock.title"), class: "narrow", once: true, content };
}

function needsPasskey() {
    const link = h("a", { href: "/account/passkeys", class: "button primary" }, say("passkeys.add"));
    return card({ class: "stack" }, h("p", {}, say("lock.needsPasskey")), link);
}

/** It is switched on only after the key has worked once. */
function waitChoice(app) {
    const options = [...waits].map(([value, key]) => ({ value, label: say(key) }));
    const draw = () => {
        const block = choices({ legend: say("lock.after"), name: "lock", options, chosen: [preference("lock")] });
        block.addEventListener("change", async () => {
            const [minutes] = block.chosen();
            const sure = minutes === "never" || (await app.attempt(async () => (await proveItIsMe(), true)));
            if (sure) setLock(minutes);
            else place.replaceChildren(draw());
        });
        return block;
    };
    const place = h("div", {}, draw());
    return place;
}
