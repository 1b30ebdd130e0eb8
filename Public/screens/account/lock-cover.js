// What covers everything on a device with a lock, until somebody has proved who they are.

import { h } from "../../elements/build.js";
import { button } from "../../elements/controls.js";
import { icon } from "../../elements/icon.js";
import { sentence } from "../../elements/sentence.js";
import { say } from "../../elements/voice.js";
import { proveItIsMe } from "../../outside/passkeys.js";

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
