import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { languages } from "../../Public/core/languages.js";
import { Phrasebook } from "../../Public/core/phrasebook.js";

const root = new URL("../../", import.meta.url);
const folder = new URL("Public/sentences/", root);
const read = (url) => readFileSync(url, "utf8");
const books = Object.fromEntries(
    readdirSync(folder).map((file) => [file.replace(".json", ""), JSON.parse(read(new URL(file, folder)))]),
);

function swiftFiles(at) {
    return readdirSync(at, { withFileTypes: true }).flatMap((entry) => {
        if (entry.isDirectory()) return swiftFiles(new URL(`${entry.name}/`, at));
        return entry.name.endsWith(".swift") ? [new URL(entry.name, at)] : [];
    });
}

/** The text literals of a Swift file, each interpolation as {}. */
function literals(source) {
    const found = [];
    for (let place = source.indexOf('"'); place >= 0; place = source.indexOf('"', place)) {
        const { text, end } = literalAt(source, place + 1);
        found.push(text);
        place = end + 1;
    }
    return found;
}

function literalAt(source, start) {
    let text = "";
    for (let place = start; place < source.length; place += 1) {
        if (source[place] === '"' || source[place] === "\n") return { text, end: place };
        if (source[place] !== "\\") text += source[place];
        else if (source[place + 1] !== "(") text += source[++place];
        else {
            place = closing(source, place + 1);
            text += "{}";
        }
    }
    return { text, end: source.length };
}

/** Where the parenthesis that opens at `place` closes; there may be other texts inside. */
function closing(source, place) {
    for (let depth = 0; place < source.length; place += 1) {
        if (source[place] === '"') place = literalAt(source, place + 1).end;
        else if (source[place] === "(") depth += 1;
        else if (source[place] === ")" && --depth === 0) return place;
    }
    return place;
}

const withoutComments = (source) => joined(source.replace(/^\s*\/\/.*$/gm, ""));

/** Texts over several lines, and texts added to each other, as one. */
function joined(source) {
    const onOneLine = source.replace(/\\\n\s*/g, "").replace(/"""\n\s*/g, '"').replace(/\n\s*"""/g, '"');
    return onOneLine.replace(/"\s*\+ "/g, "");
}

const said = new Set(swiftFiles(new URL("Sources/", root)).flatMap((file) => literals(withoutComments(read(file)))));
const bare = (sentence) => sentence.replaceAll(/\{\w+\}/g, "{}");

const formats = swiftFiles(new URL("Sources/Interchange/Reading/Formats/", root))
    .map(({ href }) => href.slice(new URL("Sources/", root).href.length, -".swift".length));

/** Where the sentences stand that people see when they use the app rightly, but something is in the way. */
const spoken = [
    ...["Accounts/AccountName", "Accounts/Denial", "Accounts/Device", "Accounts/PasswordRule"],
    ...["Accounts/Friends/FriendRefusal", "Bookkeeping/Unavailable", "Bookkeeping/Books/SharingRefusal"],
    ...["Bookkeeping/Connections/ConnectionRefusal", "Bookkeeping/Passkeys/PasskeyRefusal"],
    ...["Bookkeeping/Transfers/TransferRefusal", "Bookkeeping/Invites/Entrance", "LedgerCore/Activity/UndoRule"],
    ...["LedgerCore/Activity/UndoRule+Budget", "LedgerCore/Activity/UndoRule+Opposite", "LedgerCore/Events/Acceptance"],
    ...["LedgerCore/Events/Acceptance+Budget", "LedgerCore/Events/Acceptance+Inputs", "LedgerCore/Events/TextRule"],
    ...["LedgerCore/Events/Acceptance+People", "LedgerCore/Events/Acceptance+Plans", "LedgerCore/Splitting/TermsFault"],
    ...["LedgerCore/Events/Acceptance+Schedules", "LedgerCore/Events/Acceptance+Terms", "LedgerSync/SyncFailure"],
    ...[
        "Bookkeeping/Importing/ImportRecord",
        "Bookkeeping/Importing/ImportTarget",
        "Bookkeeping/Backups/RestoreReport",
    ],
    ...["FolderFormat/Backup/BackupFile", "Interchange/Reading/ImportReading", "Interchange/Reading/Plan/PlanDraft"],
    ...["Interchange/Reading/Plan/PlanDraft+Cells", "Interchange/Reading/ImportReading+Kinds"],
    ...formats,
    ...["SharedFolders/OneDrive/Account/SignInFailure", "SharedFolders/WebDAV/WebDAVSettings"],
];

test("there is a book for every language but the server's own", () => {
    assert.deepEqual(Object.keys(books), Object.keys(languages).filter((language) => language !== "en"));
});

test("the server says every sentence of the book", () => {
    for (const [language, book] of Object.entries(books)) {
        assert.deepEqual(Object.keys(book).filter((sentence) => !said.has(bare(sentence))), [], language);
    }
});

test("what the server says to people is in every book", () => {
    const isSentence = (text) => /^[A-Z“{].* .*\.$/.test(text) && !/^[{}. ]*$/.test(text);
    const sentences = spoken.flatMap((name) => literals(withoutComments(read(new URL(`Sources/${name}.swift`, root)))));
    assert.ok(sentences.filter(isSentence).length > 150);
    for (const [language, book] of Object.entries(books)) {
        const known = new Set(Object.keys(book).map(bare));
        const missing = sentences.filter((text) => isSentence(text) && !known.has(text));
        assert.deepEqual([...new Set(missing)], [], language);
    }
});

test("a meaning has no hole that its sentence has not", () => {
    for (const book of Object.values(books)) {
        for (const [sentence, meaning] of Object.entries(book)) {
            const holes = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
            assert.deepEqual(holes(meaning).filter((hole) => !holes(sentence).includes(hole)), [], sentence);
            assert.equal(new Set(holes(sentence)).size, holes(sentence).length, sentence);
        }
    }
});

test("a sentence is said with what stands in its holes, whatever that is", () => {
    const book = new Phrasebook(books.de);
    assert.equal(book.said("Sign in first."), "Melde dich zuerst an.");
    assert.equal(book.said("There is already a label “a.b $& {n}”."), "Ein Schlagwort „a.b $& {n}“ gibt es schon.");
    assert.equal(
        book.said("Too many wrong attempts. Try again in 30 s."),
        "Zu viele falsche Versuche. Versuche es in 30 s noch einmal.",
    );
    assert.equal(book.said("Anna changed it since."), "Anna hat es seitdem geändert.");
    assert.equal(book.said("Two\nlines changed it since."), "Two\nlines hat es seitdem geändert.");
});

test("the sentence of which most is fixed wins", () => {
    const book = new Phrasebook({ "{a} is here.": "A", "There is no {a} is here.": "B" });
    assert.equal(book.said("There is no x is here."), "B");
    assert.equal(book.said("Ben is here."), "A");
});

test("what is not in the book is said as it came, and nothing stays nothing", () => {
    const book = new Phrasebook(books.de);
    assert.equal(book.said("Quite another thing."), "Quite another thing.");
    assert.deepEqual([book.said(null), book.said(undefined), book.said("")], [null, undefined, ""]);
    assert.equal(new Phrasebook().said("Sign in first."), "Sign in first.");
});
