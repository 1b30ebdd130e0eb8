// A new ledger: what it is called, its currency, and who is in it, in half a minute; and, if wanted, its shared folder.

import { limits, textProblem } from "../core/drafts.js";
import { likelyCurrency } from "../core/currencies.js";
import { h } from "../elements/build.js";
import { choices } from "../elements/choices.js";
import { card } from "../elements/controls.js";
import { field, nameField, option } from "../elements/field.js";
import { form, Unfinished } from "../elements/form.js";
import { formats, say } from "../elements/voice.js";
import { begunForm } from "./begun.js";
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

/** The folder stays as it was chosen while the page is there; what is typed above it outlasts the page. */
function createForm(app) {
    const folder = new FolderChoice(app, { without: say("create.noFolder") });
    const plain = {
        ...{ kind: "group", name: "", currency: likelyCurrency(formats.language), timeZone: deviceZone() },
        ...{ participants: { own: app.books.me.account.name, others: [], next: "" }, format: "newest" },
    };
    const server = serverNotice(app);
    const element = h("div", {}, begunForm(app, "create", plain, (begun) => formFor(app, folder, server, begun)));
    return { folder, element };
}

function formFor(app, folder, server, { draft, notice, keep, done }) {
    const fields = fieldsFor(app, draft);
    const send = async () => {
        fields.participants.take();
        const problem = textProblem("name", fields.name.value, limits.title);
        if (problem) throw new Unfinished([problem]);
        const ledger = await app.books.ask("POST", "/ledgers", request(fields, folder));
        done();
        doneWith(app, "create");
        await app.go(homeOf(ledger), { replace: true });
    };
    const all = { ...fields, ...folder.fields, folder: folder.place };
    const content = [notice, cardsOf(fields, folder)];
    const element = form({ notice: server, fields: all, content, label: say("create.action"), send });
    const remember = () => keep(typedIn(fields));
    const follow = () => {
        followKind(fields);
        remember();
    };
    element.addEventListener("input", remember);
    element.addEventListener("change", follow);
    follow();
    return element;
}

/** `format`: the newest, or the first, which every SplitClone app can read. */
function fieldsFor(app, draft) {
    return {
        kind: explainedChoice("kind", ["group", "wallet"], draft.kind),
        name: ledgerName(draft.name),
        currency: currencyField(draft.currency),
        timeZone: timeZoneField(draft.timeZone),
        participants: nameList(app.books.me.account.name, draft.participants),
        format: explainedChoice("format", ["newest", "first"], draft.format),
    };
}

function cardsOf({ kind, name, currency, timeZone, participants, format }, folder) {
    const hint = h("p", { class: "hint" }, say("create.folderHint"));
    return [
        card({}, kind),
        card({}, h("div", { class: "stack" }, name, currency, timeZone)),
        card({ title: say("create.people") }, participants),
        card({}, format),
        card({ title: say("create.folder"), class: "stack" }, hint, folder.content),
    ];
}

/** A wallet is for one or two, and always in the newest format; only there the days begin where they are said to. */
function followKind({ kind, timeZone, participants, format }) {
    const isWallet = kind.chosen()[0] === "wallet";
    participants.limit(isWallet ? 1 : Infinity);
    format.parentElement.hidden = isWallet;
    timeZone.hidden = !isWallet;
}

function typedIn({ kind, name, currency, timeZone, participants, format }) {
    return {
        ...{ kind: kind.chosen()[0], name: name.value, currency: currency.value, timeZone: timeZone.value },
        ...{ participants: participants.typed(), format: format.chosen()[0] },
    };
}

function request({ kind, name, currency, timeZone, participants, format }, folder) {
    const names = participants.names();
    const isWallet = kind.chosen()[0] === "wallet";
    const named = { name: name.value, currency: currency.value, participants: names, me: names[0] };
    const schemaVersion = !isWallet && format.chosen()[0] === "first" ? 1 : newestVersion;
    const zone = schemaVersion >= 2 && { timeZone: timeZone.value };
    const ledger = { ...named, kind: kind.chosen()[0], schemaVersion, ...zone };
    return folder.isWanted ? { ...ledger, folder: folder.request() } : ledger;
}

/** A few ways, of which the chosen one is explained. */
function explainedChoice(name, values, chosen) {
    const options = values.map((value) => ({ value, label: say(`create.${name}.${value}`) }));
    const hint = h("p", { class: "hint", "aria-live": "polite" });
    const legend = say(`create.${name}`);
    const block = choices({ legend, name, look: "segmented", options, chosen: [chosen], hint });
    const follow = () => (hint.textContent = say(`create.${name}Hint.${block.chosen()[0]}`));
    block.addEventListener("change", follow);
    follow();
    return block;
}

function ledgerName(value) {
    const placeholder = say("create.nameExample");
    return nameField({ label: say("create.name"), value, placeholder, limit: limits.title, autofocus: true });
}

function currencyField(chosen) {
    const options = Intl.supportedValuesOf("currency")
        .map((code) => option(code, `${code} · ${formats.currencyName(code)}`, code === chosen));
    const hint = say("create.currencyHint");
    return field({ label: say("create.currency"), name: "currency", tag: "select", options, hint, value: chosen });
}
