// A file on its way to the server, seen as it goes: how much of it is there, that the server is at work, and a way to give up.

import { ProgressLine } from "../../elements/progress-line.js";
import { formats, say } from "../../elements/voice.js";
import { transfer } from "../../outside/transfer.js";

export class Sending {
    #app;
    #line;
    #giving = null;

    constructor(app) {
        this.#app = app;
        this.#line = new ProgressLine({ cancel: { label: say("action.cancel"), run: () => this.giveUp() } });
    }

    get element() {
        return this.#line.element;
    }

    giveUp() {
        this.#giving?.abort();
    }

    /** Answers what `transfer` does; null when the person gave it up. `words`: `{sending, reading}`, what is said meanwhile. */
    async run(request, words) {
        const giving = this.#giving = new AbortController();
        this.#line.show(words.sending, { part: 0 });
        const sent = (bytes, of) => this.#show(words, bytes, of);
        const arrived = (bytes, of) => request.isFile && this.#show({ ...words, reading: words.sending }, bytes, of);
        try {
            return await this.#app.books.through(transfer({ ...request, sent, arrived, signal: giving.signal }));
        } catch (problem) {
            if (problem.code !== "cancelled") throw problem;
            return null;
        } finally {
            if (this.#giving === giving) this.#line.done();
        }
    }

    #show({ sending, reading }, bytes, of) {
        const isThere = bytes >= of;
        const detail = isThere ? "" : say("moving.bytes", { done: formats.bytes(bytes), all: formats.bytes(of) });
        this.#line.show(isThere ? reading : sending, { part: isThere ? null : bytes / of, detail });
    }
}
