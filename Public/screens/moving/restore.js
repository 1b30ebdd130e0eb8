// Restoring a backup of ledgers: chosen, tried without writing anything, and only then carried out (SC-FR-BAK-2, SC-FR-BAK-4).

import { changesAnything, isServerBackup, isSkipped, restoreQuery } from "../../core/moving/restoring.js";
import { h, rebuild } from "../../elements/build.js";
import { choices } from "../../elements/choices.js";
import { button, card } from "../../elements/controls.js";
import { fileDrop } from "../../elements/file-drop.js";
import { confirmed } from "../../elements/sheet.js";
import { formats, say } from "../../elements/voice.js";
import { serverNotice } from "../waiting/away.js";
import { backupForm, notYours } from "./backup.js";
import { forgetBackup, keptBackup } from "./kept.js";
import { wear } from "./looks.js";
import { doneCard, reportList } from "./restore-report.js";
import { Sending } from "./sending.js";
import { fileSentence } from "./words.js";

export const words = "moving";

export async function restoreScreen(app) {
    wear();
    const title = say("restore.title");
    if (!app.books.me.account.isOwner) return { title, class: "narrow", once: true, content: notYours };
    await app.books.listLedgers();
    const view = new RestoreView(app, keptBackup(app));
    forgetBackup(app);
    return { title, class: "narrow", once: true, content: () => view.root };
}

class RestoreView {
    #problem = h("p", { class: "problem", role: "alert" });
    #outcome = h("div", { class: "stack" });
    #file = null;
    #mode;

    constructor(app, file) {
        this.app = app;
        this.sending = new Sending(app);
        this.#mode = modeChoice();
        this.#mode.addEventListener("change", () => this.#file && this.try());
        const take = ([chosen]) => this.take(chosen);
        this.drop = fileDrop({ label: say("restore.choose"), hint: say("restore.chooseHint"), take, key: "backup" });
        this.root = h("div", { class: "stack moving" }, [
            h("p", { class: "lead" }, say("restore.lead")),
            card({ class: "stack" }, this.drop, this.#mode),
            this.sending.element,
            this.#problem,
            serverNotice(app),
            this.#outcome,
        ]);
        if (file) this.take(file);
    }

    take(file) {
        this.sending.giveUp();
        this.#outcome.replaceChildren();
        if (isServerBackup(file.name)) return void (this.#problem.textContent = say("moving.remedy.server-backup"));
        this.#file = file;
        this.drop.querySelector(".file-label").textContent = `${file.name} · ${formats.bytes(file.size)}`;
        return this.try();
    }

    get mode() {
        return this.#mode.chosen()[0];
    }

    /** Nothing is written: it is only said what would be. Who asks again is no longer interested in what was asked before. */
    async try() {
        this.sending.giveUp();
        this.#outcome.replaceChildren();
        const report = await this.ask({ isDryRun: true });
        if (report) this.show(report);
    }

    async ask({ isDryRun, chosen = null }) {
        this.#problem.textContent = "";
        const path = `/restore?${restoreQuery({ mode: this.mode, isDryRun, chosen })}`;
        const reading = say(isDryRun ? "restore.trying" : "restore.restoring");
        const words = { sending: say("import.sending", { name: this.#file.name }), reading };
        const request = { path, body: this.#file, type: "application/json" };
        try {
            return (await this.sending.run(request, words))?.json ?? null;
        } catch (problem) {
            if (!problem.code) throw problem;
            this.#problem.textContent = fileSentence(problem);
            return null;
        }
    }

    /** What would change, ledger by ledger, and the way to do it. */
    show(report) {
        const which = whichChoice(report);
        const parts = () => [
            card({ title: say("restore.would"), class: "stack snug" }, [
                report.exportedAt &&
                h("p", { class: "hint" }, say("restore.exportedAt", { when: formats.instant(report.exportedAt) })),
                reportList(report, this.app.books),
            ]),
            report.backupNeeded ? this.backupFirst() : this.go(report, which),
        ];
        rebuild(this.#outcome, parts);
    }

    /** What would go must be in a fresh backup first: the server asks for one. */
    backupFirst() {
        const hint = h("p", { class: "problem" }, say("restore.backupFirst"));
        return [card({}, hint), backupForm(this.app, { show: () => this.try() })];
    }

    go(report, which) {
        if (!changesAnything(report)) return card({}, h("p", { role: "status" }, say("restore.nothing")));
        const act = button({
            label: say(`restore.action.${report.mode}`),
            kind: report.mode === "replace" ? "danger" : "primary",
            onclick: () => this.restore(report, which),
        });
        return card({ class: "stack" }, which, act);
    }

    async restore(report, which) {
        const chosen = which?.chosen() ?? null;
        if (chosen?.length === 0) return which.showProblem(say("problem.ledgerIds.missing"));
        const { mode } = report;
        const words = { title: say(`restore.sure.${mode}`), text: say(`restore.sureText.${mode}`) };
        const kind = mode === "replace" ? "danger" : "primary";
        if (!await confirmed({ ...words, action: say(`restore.action.${mode}`), kind })) return;
        const all = chosen?.length === which?.all;
        const done = await this.ask({ isDryRun: false, chosen: all ? null : chosen });
        if (done) await this.finish(done);
    }

    async finish(report) {
        await this.app.attempt(() => this.app.books.listLedgers());
        for (const id of report.removedLedgerIds) await this.app.books.forgetLedger(id);
        await this.app.books.refreshAll();
        rebuild(this.#outcome, () => [doneCard(report, this.app.books)]);
        this.#outcome.querySelector("h2").scrollIntoView({ block: "center" });
    }
}

function modeChoice() {
    const options = ["merge", "replace"].map((value) => ({ value, label: say(`restore.mode.${value}`) }));
    const hint = h("p", { class: "hint", "aria-live": "polite" });
    const block = choices({
        ...{ legend: say("restore.mode"), name: "mode", look: "segmented", options, chosen: ["merge"], hint },
    });
    const follow = () => (hint.textContent = say(`restore.modeText.${block.chosen()[0]}`));
    block.addEventListener("change", follow);
    follow();
    return block;
}

/** Of several ledgers some may be enough; what is replaced is replaced as a whole. */
function whichChoice({ mode, ledgers }) {
    const possible = ledgers.filter((line) => !isSkipped(line));
    if (mode === "replace" || possible.length < 2) return null;
    const options = possible.map(({ ledgerId, name }) => ({ value: ledgerId, label: name }));
    const chosen = possible.map(({ ledgerId }) => ledgerId);
    const block = choices({ legend: say("restore.which"), name: "ledger", multiple: true, options, chosen });
    return Object.assign(block, { all: possible.length });
}
