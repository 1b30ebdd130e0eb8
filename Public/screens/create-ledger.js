// A new ledger: what it is called, its currency, and who is in it, in half a minute.

import { h } from "../elements/build.js";
import { button, card } from "../elements/controls.js";
import { field, option, withProblems } from "../elements/field.js";
import { form, Unfinished } from "../elements/form.js";
import { disc } from "../elements/person.js";
import { formats, say } from "../elements/voice.js";
import { limits, textProblem } from "../core/drafts.js";
import { colours } from "../core/people.js";
import { inLedger } from "./route.js";

export function createLedgerScreen(app) {
    return { title: say("create.title"), class: "narrow", once: true, content: () => createForm(app) };
}

function createForm(app) {
    const me = app.books.me.account.name;
    const people = nameList(me);
    const fields = {
        name: field({ label: say("create.name"), name: "name", placeholder: say("create.nameExample"), maxlength: 200, autocomplete: "off", autofocus: true, enterkeyhint: "next" }),
        currency: field({ label: say("create.currency"), name: "currency", tag: "select", options: currencies(), hint: say("create.currencyHint") }),
        participants: people,
    };
    fields.currency.input.value = likelyCurrency();
    return form({
        fields, label: say("create.action"),
        content: [card({}, fields.name, fields.currency), card({ title: say("create.people") }, people)],
        send: async () => {
            people.take();
            const problem = textProblem("name", fields.name.input.value, limits.title);
            if (problem) throw new Unfinished([problem]);
            const names = people.names();
            const ledger = await app.books.ask("POST", "/ledgers", {
                name: fields.name.input.value.trim(), currency: fields.currency.input.value, kind: "group", participants: names, me: names[0],
            });
            await app.go(inLedger(ledger, "expenses"), { replace: true });
        },
    });
}

/** A growing list of names; the first is the reader's own. Enter takes a name and is ready for the next. */
function nameList(me) {
    const list = h("ul", { class: "list names" });
    const entry = field({ label: say("create.person"), name: "person", placeholder: say("create.personExample"), autocomplete: "off", autocapitalize: "words", enterkeyhint: "enter", maxlength: limits.name });
    const own = field({ label: say("create.yourName"), name: "me", value: me, autocomplete: "off", maxlength: limits.name });
    const names = [];
    const draw = () => list.replaceChildren(...names.map((name, place) => nameRow(name, place, () => {
        names.splice(place, 1);
        draw();
        entry.input.focus();
    })));
    const add = button({ label: say("create.add"), picture: "add", onclick: () => block.take(true) });
    const block = withProblems(h("div", { class: "stack" }, own, list, h("div", { class: "entry" }, entry, add)), entry.input);
    block.names = () => [own.input.value.trim() || me, ...names];
    block.take = (stay = false) => {
        const name = entry.input.value.trim();
        if (name && !block.names().includes(name)) names.push(name);
        entry.input.value = "";
        draw();
        if (stay) entry.input.focus();
    };
    entry.input.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || event.isComposing || !entry.input.value.trim()) return;
        event.preventDefault();
        block.take(true);
    });
    return block;
}

function nameRow(name, place, remove) {
    const colour = colours[(place + 1) % colours.length];
    return h("li", { class: "row plain-row" }, disc({ name, colour }), h("span", { class: "row-text" }, h("span", { class: "row-title" }, name)),
        button({ name: say("create.remove", { name }), picture: "close", kind: "quiet", onclick: remove }));
}

function currencies() {
    return Intl.supportedValuesOf("currency").map((code) => option(code, `${code} · ${formats.currencyName(code)}`));
}

const currencyOfRegion = { US: "USD", GB: "GBP", CH: "CHF", LI: "CHF", JP: "JPY", CA: "CAD", AU: "AUD", NZ: "NZD", SE: "SEK", NO: "NOK", DK: "DKK", PL: "PLN", CZ: "CZK", HU: "HUF", RO: "RON", TR: "TRY", IN: "INR", CN: "CNY", KR: "KRW", BR: "BRL", MX: "MXN", KW: "KWD", ZA: "ZAR", IL: "ILS", UA: "UAH", IS: "ISK" };

/** By the region of the reader's language; the euro where that says nothing. */
function likelyCurrency() {
    return currencyOfRegion[new Intl.Locale(formats.language).maximize().region] ?? "EUR";
}
