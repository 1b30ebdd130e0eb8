// What concerns the ledger as a whole: its name, hiding it, taking it off this server.

import { limits, textProblem } from "../core/drafts.js";
import { h } from "../elements/build.js";
import { button, card, linkRow } from "../elements/controls.js";
import { field } from "../elements/field.js";
import { form, Unfinished } from "../elements/form.js";
import { confirmed } from "../elements/sheet.js";
import { formats, say } from "../elements/voice.js";
import { inLedger } from "./route.js";

export function ledgerSettingsScreen(app, place) {
    const rename = renameForm(app, place.ledger);
    return { title: say("settings.title"), class: "narrow", content: () => contentOf(app, place.ledger, rename) };
}

function contentOf(app, ledger, rename) {
    return [
        card({}, rename),
        card({}, linkRow({ picture: "person", label: say("settings.claim"), detail: ledger.me?.name ?? say("settings.claimNone"), href: inLedger(ledger, "claim") }),
            linkRow({ picture: "folder", label: say("folder.title"), href: inLedger(ledger, "folder") })),
        card({ title: say("settings.facts") }, h("dl", { class: "facts" },
            fact("settings.currency", `${ledger.currency} · ${formats.currencyName(ledger.currency)}`),
            fact("settings.created", formats.instant(ledger.createdAt)),
            fact("settings.format", String(ledger.schemaVersion)),
            fact("settings.fingerprint", ledger.keyFingerprint))),
        card({}, h("div", { class: "stack" },
            button({ label: say(ledger.archivedAt ? "settings.unarchive" : "settings.archive"), onclick: () => archive(app, ledger) }),
            button({ label: say("settings.remove"), picture: "trash", kind: "danger", onclick: () => remove(app, ledger) }))),
    ];
}

function fact(key, value) {
    return [h("dt", {}, say(key)), h("dd", {}, value)];
}

function renameForm(app, ledger) {
    const name = field({ label: say("create.name"), name: "name", value: ledger.name, maxlength: limits.title, autocomplete: "off" });
    return form({
        fields: { name }, content: name, label: say("action.save"),
        send: async () => {
            const problem = textProblem("name", name.input.value, limits.title);
            if (problem) throw new Unfinished([problem]);
            await app.books.write(ledger.id, "PATCH", "", { name: name.input.value.trim() });
            app.toast(say("settings.saved"));
        },
    });
}

function archive(app, ledger) {
    return app.attempt(async () => {
        await app.books.write(ledger.id, ledger.archivedAt ? "DELETE" : "POST", "/archive");
        await app.go("/ledgers");
    });
}

async function remove(app, ledger) {
    const sure = await confirmed({ title: say("settings.removeTitle", { name: ledger.name }), text: say("settings.removeText"), action: say("settings.remove") });
    if (!sure) return;
    await app.attempt(async () => {
        await app.go("/ledgers", { replace: true });
        await app.books.removeLedger(ledger.id);
        await app.go("/ledgers", { replace: true });
    });
}
