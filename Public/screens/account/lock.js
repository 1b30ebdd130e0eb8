// The lock of the app: how long it waits on this device, and what covers everything until it is opened.

import { h } from "../../elements/build.js";
import { choices } from "../../elements/choices.js";
import { button, card } from "../../elements/controls.js";
import { sentence } from "../../elements/form.js";
import { icon } from "../../elements/icon.js";
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

/** Covers everything; answers when somebody has proved who they are, or has signed out. */
export function lockScreen(app) {
    const page = document.documentElement;
    return new Promise((resolve) => {
        const cover = coverWith(app, () => {
            delete page.dataset.locked;
            cover.remove();
            resolve();
        });
        page.dataset.locked = "";
        document.body.append(cover);
        cover.showModal();
    });
}

/** Also when the server had signed this device out before. */
async function signOut({ books }) {
    try {
        await books.signOut();
    } catch (problem) {
        if (books.me) throw problem;
    }
}

function coverWith(app, opened) {
    const problem = h("p", { class: "problem", role: "alert" });
    const attempt = (work) => async () => {
        problem.textContent = "";
        await work().then(opened, (error) => (problem.textContent = sentence(error)));
    };
    const open = { label: say("lock.open"), picture: "passkey", kind: "primary", autofocus: true };
    const leave = { label: say("account.signOut"), kind: "quiet" };
    const box = h("div", { class: "empty" }, [
        h("span", { class: "empty-picture" }, icon("lock")),
        h("h2", {}, say("lock.locked")),
        h("p", {}, say("lock.lockedText")),
        problem,
        button({ ...open, onclick: attempt(proveItIsMe) }),
        button({ ...leave, onclick: attempt(() => signOut(app)) }),
    ]);
    const cover = h("dialog", { class: "cover", "aria-label": say("lock.locked") }, box);
    cover.addEventListener("cancel", (event) => event.preventDefault());
    return cover;
}
