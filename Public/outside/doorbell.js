// The only place that opens an EventSource: the server rings when a ledger has changed, and says nothing more.

import { onHost } from "../core/root-path.js";

/** Waits between attempts after the stream was refused; the browser itself retries a stream that merely broke. */
const retryAfter = 10_000;

/**
 * Rings while the page is visible. On return to the page the stream is always opened anew and `caughtUp` asked for, because a
 * phone cuts hidden streams without telling anybody.
 */
export class Doorbell {
    #source = null;
    #timer = null;

    constructor({ onRing, onReturn, onOpen = () => {} }) {
        Object.assign(this, { onRing, onReturn, onOpen });
        document.addEventListener("visibilitychange", () => (document.hidden ? this.#close() : this.#return()));
        addEventListener("pagehide", () => this.#close());
        addEventListener("pageshow", (event) => event.persisted && this.#return());
        addEventListener("online", () => this.#return());
    }

    listen() {
        this.wanted = true;
        this.#open();
    }

    rest() {
        this.wanted = false;
        this.#close();
    }

    #return() {
        if (!this.wanted) return;
        this.#open();
        this.onReturn();
    }

    #open() {
        this.#close();
        if (!this.wanted || document.hidden) return;
        this.#source = new EventSource(onHost("/api/v1/changes"));
        this.#source.addEventListener("ledger", (event) => this.onRing(JSON.parse(event.data)));
        this.#source.onopen = () => this.onOpen();
        this.#source.onerror = () => {
            if (this.#source?.readyState === EventSource.CLOSED) {
                this.#timer = setTimeout(() => this.#return(), retryAfter);
            }
        };
    }

    #close() {
        clearTimeout(this.#timer);
        this.#source?.close();
        this.#source = null;
    }
}
