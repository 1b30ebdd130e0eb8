import assert from "node:assert/strict";
import { test } from "node:test";
import { directionOf, languageFor, languages } from "../../Public/core/languages.js";
import { Words } from "../../Public/core/words.js";
import { readCatalogues } from "./catalogues.js";

const { catalogues } = readCatalogues();
const { en, ...others } = catalogues;
const holesOf = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
const texts = (message) => (typeof message === "string" ? [message] : Object.values(message));

/** Texts that are the same in English: names, and what is holes and marks alone. */
const shared = {
    de: [
        ...["app.name", "account.name", "connection.kind.webdav", "connection.kind.onedrive", "create.personExample"],
        ...["amount.label", "history.change.name", "people.name", "colour.orange", "colour.pink"],
        ...["tokens.title", "passkeys.title", "tab.budget", "budget.title", "install.android", "install.computer"],
        ...[
            "https.tailscale",
            "waiting.kind.participant",
            "amount.key.plus",
            "amount.key.minus",
            "about.version",
            "server.version",
        ],
    ],
};

/** Words that no German sentence has. */
const english =
    /\b(the|and|of|you|your|is|are|with|this|that|for|not|can|be|it|to|or|has|have|which|ledger|expense)\b/i;

test("every catalogue is a language of the app, and the other way round", () => {
    assert.deepEqual(Object.keys(catalogues).sort(), Object.keys(languages).sort());
});

test("a text has all the plural forms of its language, or none", () => {
    for (const [language, catalogue] of Object.entries(catalogues)) {
        const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
        for (const [key, message] of Object.entries(catalogue)) {
            if (typeof message === "string") continue;
            const named = Object.keys(message).filter((form) => !form.endsWith(":you"));
            const isForReader = named.length < Object.keys(message).length;
            const ofLanguage = isForReader && named.length === 1 ? ["other"] : forms;
            assert.deepEqual(named.toSorted(), ofLanguage, `${language}: ${key}`);
        }
    }
});

test("what is counted in English is counted everywhere", () => {
    for (const [language, catalogue] of Object.entries(others)) {
        const counted = (message) => typeof message === "object" && "one" in message;
        const lost = Object.keys(en).filter((key) => counted(en[key]) && !counted(catalogue[key]));
        assert.deepEqual(lost, [], language);
    }
});

test("a form for the reader is about a hole that the text has", () => {
    for (const [language, catalogue] of Object.entries(catalogues)) {
        for (const [key, message] of Object.entries(catalogue)) {
            const about = Object.keys(message).filter((form) => form.endsWith(":you")).map((form) => form.slice(0, -4));
            for (const hole of typeof message === "string" ? [] : about) {
                assert.ok(holesOf(message.other).includes(hole), `${language}: ${key}`);
            }
        }
    }
});

test("nothing was left in English", () => {
    for (const [language, catalogue] of Object.entries(others)) {
        const hasLetters = (message) => /\p{L}{2}/u.test(JSON.stringify(message).replaceAll(/\{\w+\}/g, ""));
        const same = Object.keys(en).filter((key) => hasLetters(en[key]) && String(en[key]) === String(catalogue[key]));
        const really = same.filter((key) => typeof en[key] === "string" && !shared[language].includes(key));
        assert.deepEqual(really, [], language);
    }
    const isEnglish = (text) => english.test(text.replaceAll(/\{\w+\}/g, ""));
    const mixed = Object.entries(others.de).filter(([, message]) => texts(message).some(isEnglish));
    assert.deepEqual(mixed.map(([key]) => key), []);
});

test("German has its own quotation marks and the familiar form", () => {
    for (const [key, message] of Object.entries(others.de)) {
        for (const text of texts(message)) {
            assert.equal(text.split("„").length, text.split("“").length, key);
            assert.doesNotMatch(text, /["”«»]|'/, key);
            assert.doesNotMatch(text, /(?<![.!?:…“] |^)\b(Ihr|Ihre|Ihren|Ihnen)\b/, key);
        }
    }
});

test("in German the verb agrees with the reader and with others", () => {
    const words = new Words(others.de, "de");
    const pays = (payer, n) => words.say("expense.paysFor", { payer, n, forWhom: "für 2 Personen" });
    assert.equal(pays("Du", 1), "Du zahlst für 2 Personen");
    assert.equal(pays("Ben", 1), "Ben zahlt für 2 Personen");
    assert.equal(pays("Du und Ben", 2), "Zusammen zahlen: Du und Ben, für 2 Personen");
    assert.equal(words.say("expense.forOne", { name: "Du" }), "für dich");
    assert.equal(words.say("split.only", { name: "Ben" }), "Nur Ben");
});

test("the reader's choice comes first, then the first language of the browser that there is", () => {
    assert.deepEqual(languageFor("system", ["de-AT", "en-GB"]), { language: "de", locale: "de-AT" });
    assert.deepEqual(languageFor("system", ["fr-FR", "DE-ch"]), { language: "de", locale: "DE-ch" });
    assert.deepEqual(languageFor("en", ["de-AT", "en-GB"]), { language: "en", locale: "en-GB" });
    assert.deepEqual(languageFor("de", ["en-GB"]), { language: "de", locale: "de" });
    assert.deepEqual(languageFor("system", ["pt-BR"]), { language: "en", locale: "en" });
    assert.deepEqual(languageFor("klingon", []), { language: "en", locale: "en" });
});

test("a language that is only spelled like the beginning of ours is another one", () => {
    assert.equal(languageFor("system", ["den", "enm", "de"]).language, "de");
});

test("languages from right to left are known", () => {
    assert.deepEqual(["ar-EG", "he", "fa"].map(directionOf), ["rtl", "rtl", "rtl"]);
    assert.deepEqual(["en", "de-CH"].map(directionOf), ["ltr", "ltr"]);
});
