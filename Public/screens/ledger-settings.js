// What concerns the ledger as a whole: its name, hiding it, taking it off this server.

import { limits, textProblem } from "../core/drafts.js";
import { h } from "../elements/build.js";
import { button, card, linkRow } from "../elements/controls.js";
import { nameField } from "../elements/field.js";
import { form, Unfinished } from "../elements/form.js";
import { confirmed } from "../elements/sheet.js";
import { formats, say } from "../elements/voice.js";
import { deleteForGood } from "./deleting.js";
import { inLedger } from "./route.js";
import { usualSplitForm } from "./splitting/usual-split.js";
import { deviceZone, timeZoneField } from "./time-zone.js";
import { awayLine } from "./waiting/away.js";
import { newestVersion } from "./upgrade.js";

export function ledgerSettingsScreen(app, place) {
    const rename = renameForm(app, place.ledger);
    const forms = { rename, usual: usualSplitForm(app, place.ledger), zone: zoneForm(app, place.ledger) };
    const content = () => contentOf(app, place.ledger, forms);
    return { title: say("settings.title"), class: "narrow", content };
}

function contentOf(app, ledger, { rename, usual, zone }) {
    const me = ledger.me?.name ?? say("settings.claimNone");
    const archiving = say(ledger.archivedAt ? "settings.unarchive" : "settings.archive");
    const away = { label: say("settings.remove"), picture: "trash", kind: "danger" };
    return [
        card({}, rename),
        ledger.schemaVersion >= 2 && ledger.kind !== "wallet" && card({ title: say("settings.defaultSplit") }, usual),
        ledger.schemaVersion >= 2 && card({}, zone),
        card(
            {},
            linkRow({ picture: "person", label: say("settings.claim"), detail: me, href: inLedger(ledger, "claim") }),
            linkRow({ picture: "folder", label: say("folder.title"), href: inLedger(ledger, "folder") }),
            ledger.schemaVersion < newestVersion && upgradeRow(ledger),
        ),
        card({ title: say("settings.facts") }, facts(ledger)),
        card({ class: "stack" }, [
            awayLine(app),
            button({ label: archiving, onclick: () => archive(app, ledger) }),
            button({ ...away, onclick: () => remove(app, ledger) }),
            app.books.me.account.isOwner && deleteForGood(app, ledger),
        ]),
    ];
}

function upgradeRow(ledger) {
    const [label, detail] = [say("upgrade.title"), say("upgrade.detail", { version: ledger.schemaVersion })];
    return linkRow({ picture: "arrow", label, detail, href: inLedger(ledger, "upgrade") });
}

function facts(ledger) {
    const known = [
        ["settings.currency", `${ledger.currency} · ${formats.currencyName(ledger.currency)}`],
        ["settings.created", formats.instant(ledger.createdAt)],
        ["settings.format", String(ledger.schemaVersion)],
        ["settings.fingerprint", ledger.keyFingerprint],
    ];
    return h("dl", { class: "facts" }, known.map(([key, value]) => [h("dt", {}, say(key)), h("dd", {}, value)]));
}

function renameForm(app, ledger) {
    const name = nameField({ label: say("create.name"), value: ledger.name, limit: limits.title });
    const send = async () => {
        const problem = textProblem("name", name.value, limits.title);
        if (problem) throw new Unfinished([problem]);
        await app.books.write(ledger.id, "PATCH", "", { name: name.value });
        app.toast(say("settings.saved"));
    };
    return form({ fields: { name }, content: name, label: say("action.save"), send });
}

function zoneForm(app, ledger) {
    const timeZone = timeZoneField(ledger.timeZone ?? deviceZone());
    const send = async () => {
        await app.books.write(ledger.id, "PATCH", "", { timeZone: timeZone.value });
        app.toast(say("settings.saved"));
    };
    return form({ fields: { timeZone }, content: timeZone, label: say("action.save"), send });
}

function archive(app, ledger) {
    return app.attempt(async () => {
        await app.books.write(ledger.id, ledger.archivedAt ? "DELETE" : "POST", "/archive");
        await app.go("/ledgers");
    });
}

async function remove(app, ledger) {
    const title = say("settings.removeTitle", { name: ledger.name });
    const sure = await confirmed({ title, text: say("settings.removeText"), action: say("settings.remove") });
    if (!sure) return;
    await app.attempt(async () => {
        await app.books.ask("DELETE", inLedger(ledger));
        await app.go("/ledgers", { replace: true });
        await app.books.forgetLedger(ledger.id);
    });
}
