// Takes files that were chosen or dropped, and brings them to the server one after the other.

import { isBackup, isServerBackup } from "../../core/moving/restoring.js";
import { h } from "../../elements/build.js";
import { fileDrop } from "../../elements/file-drop.js";
import { say } from "../../elements/voice.js";
import { Problem } from "../../outside/server.js";
import { serverNotice } from "../waiting/away.js";
import { keptBackup, keptFiles } from "./kept.js";
import { Sending } from "./sending.js";
import { fileSentence } from "./words.js";

/** The server's own bounds (docs/importing.md): what can not be taken is not sent first. */
const limits = { bytes: 100 * 2 ** 20, waiting: 4 };

/** How much of a file says whether it is a backup. */
const beginning = 256;

/** `arrived()` is told when something is there and the person stays. */
export class FileIntake {
    #app;
    #into;
    #arrived;
    #sending;
    #drop;
    #isBusy = false;
    #problems = h("div", { class: "stack snug", role: "alert" });

    constructor(app, { into, arrived }) {
        this.#app = app;
        this.#into = into;
        this.#arrived = arrived;
        this.#sending = new Sending(app);
        const take = (files) => this.#take(files);
        this.#drop = fileDrop({
            ...{ label: say("import.choose"), hint: say("import.chooseHint"), multiple: true, key: "files" },
            take,
        });
        this.element = [this.#drop, this.#sending.element, this.#problems, serverNotice(app)];
    }

    async #take(files) {
        if (this.#isBusy) return;
        this.#isBusy = true;
        this.#problems.replaceChildren();
        const made = [];
        for (const file of files.slice(0, limits.waiting)) made.push(await this.#takeOne(file));
        if (files.length > limits.waiting) this.#complain(say("import.tooMany", { n: limits.waiting }));
        this.#isBusy = false;
        const there = made.filter(Boolean);
        if (there.length === 1 && files.length === 1) await this.#app.go(there[0]);
        else await this.#app.attempt(this.#arrived);
    }

    /** Answers the address where it goes on; null when it does not. */
    async #takeOne(file) {
        try {
            if (isServerBackup(file.name)) throw new Problem({ code: "server-backup" });
            if (isBackup(await file.slice(0, beginning).text())) return this.#toRestore(file);
            return await this.#send(file);
        } catch (problem) {
            if (!problem.code) throw problem;
            this.#complain(say("import.failed", { name: file.name, reason: fileSentence(problem) }));
            return null;
        }
    }

    async #send(file) {
        const id = await sendFile(this.#app, this.#sending, file);
        return id && previewAddress(id, this.#into);
    }

    #toRestore(file) {
        if (!this.#app.books.me.account.isOwner) throw new Problem({ code: "owner-only" });
        keptBackup(this.#app, file);
        return "/backup/restore";
    }

    #complain(text) {
        this.#problems.append(h("p", { class: "problem" }, text));
    }
}

export function previewAddress(id, into) {
    return `/import/${id}${into ? `?ledger=${encodeURIComponent(into)}` : ""}`;
}

/** Answers the id of the import; null when it was given up. `options`: what a person says about the file. */
export async function sendFile(app, sending, file, options = {}, sample = null) {
    if (file.size > limits.bytes) throw new Problem({ code: "file-too-large" });
    const query = new URLSearchParams(options).toString();
    const request = { path: `/imports${query && `?${query}`}`, body: file, type: "application/octet-stream" };
    const words = { sending: say("import.sending", { name: file.name }), reading: say("import.reading") };
    const answer = await sending.run(request, words);
    if (!answer) return null;
    const shown = answer.json.sample.length > 0 ? answer.json.sample : sample;
    keptFiles(app).set(answer.json.id, { file, options, sample: shown });
    return answer.json.id;
}
