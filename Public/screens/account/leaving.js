// Two ways to leave: clear what is only mine, or delete the account. Both say first what happens, and nothing is lost by a slip.

import { h } from "../../elements/build.js";
import { card, emptyState, linkButton } from "../../elements/controls.js";
import { exactText, field } from "../../elements/field.js";
import { form } from "../../elements/form.js";
import { confirmed } from "../../elements/sheet.js";
import { formats, said, say } from "../../elements/voice.js";

export const words = "account";

export async function leavingScreen(app) {
    const [clearing, deleting] = await Promise.all([
        app.books.ask("POST", "/me/clear", { dryRun: true }),
        app.books.ask("DELETE", "/me?dryRun=true").catch(refusal),
    ]);
    const content = () => [
        card({ title: say("leaving.clear"), class: "stack" }, clearParts(app, clearing)),
        card({ title: say("leaving.delete"), class: "stack" }, deleteParts(app, deleting)),
    ];
    return { title: say("leaving.title"), class: "narrow", once: true, content };
}

/** The last owner can not go: that is an answer, too. */
function refusal(problem) {
    if (problem.status !== 409) throw problem;
    return { refused: problem.detail };
}

function clearParts(app, plan) {
    const send = async (confirmation) => {
        const receipt = await app.books.ask("POST", "/me/clear", confirmation);
        await app.books.listLedgers();
        app.toast(receiptWords(receipt, "leaving.cleared"));
        await app.go("/ledgers", { replace: true });
    };
    return [h("p", {}, say("leaving.clearText")), effects(plan), wayOut(plan, "leaving.clear", send)];
}

function deleteParts(app, plan) {
    if (plan.refused) return h("p", {}, said(plan.refused));
    const send = async (confirmation) => {
        const receipt = await app.books.ask("DELETE", "/me", confirmation);
        app.receipt = receipt;
        await Promise.all([app.waiting.discardAll(), app.drafts.forget()]);
        await app.books.forget();
        await app.go("/gone", { replace: true });
    };
    return [h("p", {}, say("leaving.deleteText")), effects(plan), wayOut(plan, "leaving.delete", send)];
}

/** Everything that happens, ledger by ledger, and how many of the rest. */
function effects({ ledgers, friends, devices, tokens, folderConnections }) {
    const counts = { friends, devices, tokens, folderConnections };
    const rest = Object.entries(counts).filter(([, n]) => n > 0).map(([name, n]) =>
        say(`leaving.count.${name}`, { n })
    );
    const lines = [...ledgers.map(ledgerLine), rest.length > 0 && say("leaving.gone", { what: formats.list(rest) })];
    const shown = lines.filter(Boolean);
    if (shown.length === 0) return h("p", { class: "hint" }, say("leaving.nothing"));
    return h("ul", { class: "points" }, shown.map((line) => h("li", {}, line)));
}

function ledgerLine({ name, effect, participants, pendingEvents, losesFolder }) {
    const who = formats.list(participants.map((person) => person.name));
    const notes = [
        say(`leaving.effect.${effect}`, { name }),
        effect === "leave" && who && say("leaving.staysAs", { who }),
        effect === "remove" && pendingEvents > 0 && say("sync.pending", { n: pendingEvents }),
        losesFolder && say("leaving.losesFolder"),
    ];
    return notes.filter(Boolean).join(" ");
}

/** Where a ledger goes for good, the account's name has to be typed. */
function wayOut({ needsConfirmation }, key, send) {
    const name = field({ label: say("leaving.confirmName"), name: "confirmName", ...exactText });
    const act = async () => {
        const confirmation = needsConfirmation ? { confirmName: name.value } : {};
        const words = { title: say(key), text: say("leaving.sure"), action: say(key) };
        if (await confirmed(words)) await send(confirmation);
    };
    const content = needsConfirmation && name;
    return form({ fields: { confirmName: name }, content, label: say(key), class: "danger", send: act });
}

function receiptWords({ ledgers }, key) {
    return say(key, { n: ledgers.length });
}

/** What stands there when the account is gone. */
export function goneScreen(app) {
    const n = app.receipt?.ledgers.length ?? 0;
    const action = linkButton({ label: say("signIn.title"), href: "/sign-in" });
    const content = () =>
        emptyState({ picture: "check", title: say("leaving.done"), text: say("leaving.receipt", { n }), action });
    return { title: say("leaving.done"), quietTitle: true, once: true, content };
}
