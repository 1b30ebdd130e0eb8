// A new ledger: what it is called, its currency, and who is in it, in half a minute; and, if wanted, its shared folder.

import { limits, textProblem } from "../core/drafts.js";
import { likelyCurrency } from "../core/currencies.js";
import { h } from "../elements/build.js";
import { choices } from "../elements/choices.js";
import { card } from "../elements/controls.js";
import { field, nameField, option } from "../elements/field.js";
import { form, Unfinished } from "../elements/form.js";
import { formats, say } from "../elements/voice.js";
import { FolderChoice } from "./folder-choice.js";
import { doneWith, keptForm } from "./kept-forms.js";
import { nameList } from "./name-list.js";
import { homeOf } from "./route.js";
import { deviceZone, timeZoneField } from "./time-zone.js";
import { newestVersion } from "./upgrade.js";
import { serverNotice } from "./waiting/away.js";

export async function createLedgerScreen(app) {
    const { element, folder } = keptForm(app, "create", () => createForm(app));
    await folder.refresh();
    return { title: say("create.title"), class: "narrow", once: true, content: () => element };
}

function createForm(app) {
    const people = nameList(app.books.me.account.name);
    const folder = new FolderChoice(app, { without: say("create.noFolder") });
    const format = formatChoice();
    const kind = kindChoice();
    const timeZone = timeZoneField(deviceZone());
    const fields = { kind, name: ledgerName(), currency: currencyField(), timeZone, participants: people };
    const content = [
        card({}, kind),
        card({}, h("div", { class: "stack" }, fields.name, fields.currency, timeZone)),
        card({ title: say("create.people") }, people),
        card({}, format),
        card({ title: say("create.folder"), class: "stack" }, h("p", { class: "hint" }, say("create.folderHint")), [
            folder.content,
        ]),
    ];
    const send = async () => {
        people.take();
        const problem = textProblem("name", fields.name.value, limits.title);
        if (problem) throw new Unfinished([problem]);
        const ledger = await app.books.ask("POST", "/ledgers", request(fields, folder, format));
        doneWith(app, "create");
        await app.go(homeOf(ledger), { replace: true });
    };
    const all = { ...fields, ...folder.fields, folder: folder.place };
    const element = form({ notice: serverNotice(app), fields: all, content, label: say("create.action"), send });
    followKind(element, fields, format);
    return { folder, element };
}

/** A wallet is for one or two, and always in the newest format; only there the days begin where they are said to. */
function followKind(element, { kind, timeZone, participants }, format) {
    const follow = () => {
        const isWallet = kind.chosen()[0] === "wallet";
        participants.limit(isWallet ? 1 : Infinity);
        format.parentElement.hidden = isWallet;
        timeZone.hidden = !isWallet;
    };
    element.addEventListener("change", follow);
    follow();
}

function request({ kind, name, currency, timeZone, participants }, folder, format) {
    const names = participants.names();
    const isWallet = kind.chosen()[0] === "wallet";
    const named = { name: name.value, currency: currency.value, participants: names, me: names[0] };
    const schemaVersion = isWallet ? newestVersion : format.version();
    const zone = schemaVersion >= 2 && { timeZone: timeZone.value };
    const ledger = { ...named, kind: kind.chosen()[0], schemaVersion, ...zone };
    return folder.isWanted ? { ...ledger, folder: folder.request() } : ledger;
}

function kindChoice() {
    const options = ["group", "wallet"].map((value) => ({ value, label: say(`create.kind.${value}`) }));
    const hint = h("p", { class: "hint", "aria-live": "polite" });
    const block = choices({
        legend: say("create.kind"),
        name: "kind",
        look: "segmented",
        options,
        chosen: ["group"],
        hint,
    });
    const follow = () => (hint.textContent = say(`create.kindHint.${block.chosen()[0]}`));
    block.addEventListener("change", follow);
    follow();
    return block;
}

/** The newest format, or the one that every SplitClone app can read. */
function formatChoice() {
    const options = ["newest", "first"].map((value) => ({ value, label: say(`create.format.${value}`) }));
    const hint = h("p", { class: "hint", "aria-live": "polite" });
    const block = choices({
        legend: say("create.format"),
        name: "format",
        look: "segmented",
        options,
        chosen: ["newest"],
        hint,
    });
    const follow = () => (hint.textContent = say(`create.formatHint.${block.chosen()[0]}`));
    block.addEventListener("change", follow);
    follow();
    block.version = () => (block.chosen()[0] === "newest" ? newestVersion : 1);
    return block;
}

function ledgerName() {
    const example = say("create.nameExample");
    return nameField({ label: say("create.name"), placeholder: example, limit: limits.title, autofocus: true });
}

function currencyField() {
    const chosen = likelyCurrency(formats.language);
    const options = Intl.supportedValuesOf("currency")
        .map((code) => option(code, `${code} · ${formats.currencyName(code)}`, code === chosen));
    const hint = say("create.currencyHint");
    return field({ label: say("create.currency"), name: "currency", tag: "select", options, hint, value: chosen });
}
