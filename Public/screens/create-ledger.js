// A new ledger: what it is called, its currency, and who is in it, in half a minute.

import { limits, textProblem } from "../core/drafts.js";
import { likelyCurrency } from "../core/currencies.js";
import { h } from "../elements/build.js";
import { card } from "../elements/controls.js";
import { field, nameField, option } from "../elements/field.js";
import { form, Unfinished } from "../elements/form.js";
import { formats, say } from "../elements/voice.js";
import { nameList } from "./name-list.js";
import { inLedger } from "./route.js";

export function createLedgerScreen(app) {
    return { title: say("create.title"), class: "narrow", once: true, content: () => createForm(app) };
}

function createForm(app) {
    const people = nameList(app.books.me.account.name);
    const fields = { name: ledgerName(), currency: currencyField(), participants: people };
    const content = [
        card({}, h("div", { class: "stack" }, fields.name, fields.currency)),
        card({ title: say("create.people") }, people),
    ];
    const send = async () => {
        people.take();
        const problem = textProblem("name", fields.name.value, limits.title);
        if (problem) throw new Unfinished([problem]);
        const ledger = await app.books.ask("POST", "/ledgers", request(fields));
        await app.go(inLedger(ledger, "expenses"), { replace: true });
    };
    return form({ fields, content, label: say("create.action"), send });
}

function request({ name, currency, participants }) {
    const names = participants.names();
    return { name: name.value, currency: currency.value, kind: "group", participants: names, me: names[0] };
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
