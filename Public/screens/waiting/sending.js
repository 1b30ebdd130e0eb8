// Puts together who keeps, sends and lays over what waits, and says when to try.

import { storageName } from "../../core/root-path.js";
import { overlay } from "../../core/overlay.js";
import { Outbox } from "../../outside/outbox.js";
import { OutboxSender } from "../../outside/outbox-sender.js";
import { OutboxStore } from "../../outside/outbox-store.js";
import { exchangeThrough, Writing } from "../../outside/writing.js";

/** `{outbox, sender, writing, overlay}`. */
export function startSending({ books, database, waiting }) {
    const outbox = new Outbox(new OutboxStore(database), new BroadcastChannel(`${storageName} outbox`));
    const sender = new OutboxSender(outbox, exchangeThrough(books), around());
    const writing = new Writing(books, outbox, sender);
    sendWhenItMayHelp(books, outbox, sender);
    for (const type of ["saved", "trouble"]) writing.addEventListener(type, () => waiting.tell(type));
    // A browser that is short of space drops what it was not asked to keep. Asked once there is something to lose.
    writing.addEventListener("saved", () => navigator.storage?.persist?.().catch(() => {}), { once: true });
    return { outbox, sender, writing, overlay };
}

/** What the sender needs to know of time and of other tabs. */
function around() {
    return {
        now: () => Date.now(),
        random: () => Math.random(),
        later: (work, milliseconds) => {
            const timer = setTimeout(work, milliseconds);
            return () => clearTimeout(timer);
        },
        locks: navigator.locks ?? null,
        isVisible: () => !document.hidden,
    };
}

/** At every moment at which the server may have come back; between them the sender tries by itself. */
function sendWhenItMayHelp(books, outbox, sender) {
    const run = () => outbox.account && sender.run();
    books.addEventListener("reach", () => books.reachable && run());
    addEventListener("online", run);
    addEventListener("pageshow", run);
    document.addEventListener("visibilitychange", () => document.hidden || run());
}
