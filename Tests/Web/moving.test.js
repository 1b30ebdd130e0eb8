// What the screens of import, export, backup and restore decide by themselves.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { columnKinds, columnsProblem, guessColumns, rowsAs } from "../../Public/core/moving/columns.js";
import { exportFormats, exportQuery } from "../../Public/core/moving/exports.js";
import { possibleLedgers, saidTwice, suggestionFor, suggestions } from "../../Public/core/moving/mapping.js";
import { byImport, isNothingNew, isUnsure, roles, unsureCount } from "../../Public/core/moving/outcome.js";
import { programOf } from "../../Public/core/moving/programs.js";
import {
    changesAnything,
    isBackup,
    isServerBackup,
    isSkipped,
    lineKey,
    restoreQuery,
} from "../../Public/core/moving/restoring.js";
import { transfer } from "../../Public/outside/transfer.js";

const root = new URL("../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, root), "utf8");

const byNames = [
    ["Date", "Description", "Betrag", "Paid by", "For whom", "Remark"],
    ["2026-05-14", "Dinner", "47.20", "Anna", "Anna, Ben", ""],
];

test("columns are guessed from their headings, in English and in German", () => {
    assert.deepEqual(guessColumns(byNames), ["date", "title", "amount", "payer", "sharers", "-"]);
    const german = [["Datum", "Titel", "Kosten", "Währung", "Bezahlt von", "Beteiligte", "Kategorie"], []];
    assert.deepEqual(guessColumns(german), ["date", "title", "amount", "currency", "payer", "sharers", "category"]);
    assert.deepEqual(guessColumns([]), []);
});

test("columns of numbers under names are what people gain when each row comes to zero, and what they bear otherwise", () => {
    const gains = [["Date", "What", "Cost", "Anna", "Ben"], ["2026-05-14", "Tea", "8.00", "4.00", "-4.00"]];
    assert.deepEqual(guessColumns(gains), ["date", "title", "amount", "net", "net"]);
    const shares = [["Date", "What", "Paid by", "Anna", "Ben"], ["14.5.2026", "Tea", "Anna", "1.004,00", "4,00"]];
    assert.deepEqual(guessColumns(shares), ["date", "title", "payer", "share", "share"]);
});

test("what the columns still lack is said, one thing at a time, as the server would", () => {
    const lacks = {
        "title,amount": "date",
        "date,date,net": "twice",
        "date,title": "payer",
        "date,payer": "sharers",
        "date,payer,sharers": "amount",
        "date,net,paid": "mixed",
        "date,paid": "share",
        "date,share": "payer",
    };
    for (const [columns, problem] of Object.entries(lacks)) {
        assert.equal(columnsProblem(columns.split(",")), problem, columns);
    }
    for (
        const columns of ["date,title,amount,payer,sharers", "date,net,net", "date,payer,share", "date,-,paid,share"]
    ) {
        assert.equal(columnsProblem(columns.split(",")), null, columns);
    }
});

test("the kinds of columns are those of the server, in whatever order", () => {
    const source = read("Sources/Interchange/Reading/ImportOptions.swift");
    const [, body] = /enum TableColumn[^{]*\{([\s\S]*?)\n\}/.exec(source);
    const names = [...body.matchAll(/^ {4}case (.+)$/gm)].flatMap(([, line]) => line.split(", "));
    const theirs = names.map((name) => /= "(.+)"/.exec(name)?.[1] ?? name);
    assert.deepEqual([...columnKinds].sort(), theirs.sort());
});

test("rows are told with their columns: single ones by kind, those of people by their names", () => {
    const [row] = rowsAs(["date", "title", "amount", "payer", "sharers", "-"], byNames);
    assert.deepEqual(row, {
        ...{ date: "2026-05-14", title: "Dinner", amount: "47.20", payer: "Anna", sharers: "Anna, Ben", people: [] },
    });
    const [other] = rowsAs(["date", "net", "net"], [["Day", "Anna", "Ben"], ["1 May", "4", ""]]);
    assert.deepEqual(other, { date: "1 May", people: [{ name: "Anna", kind: "net", text: "4" }] });
});

const people = [{ id: "1", name: "Lena" }, { id: "2", name: "Oskar Lindqvist" }, { id: "3", name: "Priya Meier" }];

test("a name suggests whoever has the same, or is the only one whose first name alone is there", () => {
    assert.equal(suggestionFor("lena ", people).id, "1");
    assert.equal(suggestionFor("Lena Fuchs", people).id, "1");
    assert.equal(suggestionFor("Oskar", people).id, "2");
    assert.equal(suggestionFor("Priya Raman", people), null);
    assert.equal(suggestionFor("Ben", people), null);
    assert.equal(suggestionFor("Ben", [{ id: "1", name: "Ben" }, { id: "2", name: "BEN" }]), null);
});

test("nobody is suggested for two", () => {
    assert.deepEqual(suggestions(["Lena", "Lena Fuchs", "Oskar"], people).map((one) => one?.id ?? null), [
        null,
        null,
        "2",
    ]);
});

test("one person of the ledger can not be two of the file", () => {
    assert.deepEqual(saidTwice(["1", "2", "1", "new", "new", "", ""]), [2]);
});

test("a book can go into ledgers of its currency that are in use", () => {
    const ledgers = [
        { id: "a", currency: "EUR", minorDigits: 2, archivedAt: null },
        { id: "b", currency: "USD", minorDigits: 2, archivedAt: null },
        { id: "c", currency: "EUR", minorDigits: 2, archivedAt: "2026-01-01" },
        { id: "d", currency: "JPY", minorDigits: 0, archivedAt: null },
        { id: "e", currency: "EUR", minorDigits: 2, sync: { problem: { code: "ledger-unreadable" } } },
    ];
    const ids = (book) => possibleLedgers(book, ledgers).map(({ id }) => id);
    assert.deepEqual(ids({ currency: "EUR", minorDigits: 2 }), ["a"]);
    assert.deepEqual(ids({ currency: null, minorDigits: 2 }), ["a", "b"]);
});

test("the same file again is nothing new", () => {
    assert.ok(isNothingNew({ books: [{ expenses: 0, settlements: 0, known: 12, labels: 0 }] }));
    assert.ok(!isNothingNew({ books: [{ expenses: 0, settlements: 0 }, { expenses: 0, settlements: 1 }] }));
});

test("what is not certain is counted, and told from the rest", () => {
    const counts = { exact: 8, "assumed-payer": 2, reconstructed: 1, "no-effect": 1 };
    assert.equal(unsureCount({ counts }), 4);
    assert.deepEqual(["exact", "reconstructed"].map((certainty) => isUnsure({ certainty })), [false, true]);
});

test("an import into several ledgers is one, and stands as long as something of it does", () => {
    const rows = [
        { id: "1", at: "b", state: "done", ledgerId: "x" },
        { id: "1", at: "b", state: "undone", ledgerId: "y" },
        { id: "2", at: "a", state: "waiting" },
        { id: "3", at: "a", state: "undone", ledgerId: "x" },
    ];
    assert.deepEqual(byImport(rows).map(({ id, state, parts }) => [id, state, parts.length]), [
        ...[["1", "done", 2], ["2", "waiting", 1], ["3", "undone", 1]],
    ]);
});

test("who paid and for whom; of an income whoever received it, and for whom it was", () => {
    const parts = [{ person: 0, paid: "30.00", borne: "10.00" }, { person: 1, paid: "0.00", borne: "20.00" }];
    assert.deepEqual(roles({ kind: "expense", parts }), { who: [0], forWhom: [0, 1] });
    assert.deepEqual(roles({ kind: "income", parts }), { who: [0, 1], forWhom: [0] });
});

test("every format that the server reads has a name, but the table that could be anybody's", () => {
    const source = read("Sources/Interchange/Reading/ImportFormat.swift");
    const formats = [...source.matchAll(/case \w+ = "([\w-]+)"/g)].map((match) => match[1]);
    assert.equal(formats.length, 11);
    assert.deepEqual(formats.filter((format) => !programOf(format)), []);
    assert.equal(programOf("table"), null);
});

test("the app offers every format that the server writes, by the ending and the choices that the server knows", () => {
    const source = read("Sources/Interchange/Writing/ExportFormat.swift");
    const endings = [...source.matchAll(/case \.(\w+): "(\.[\w.]+)"/g)].map(([, format, ending]) => [format, ending]);
    const ours = exportFormats.filter(({ format }) => format !== "csv").map(({ format, ending }) => [format, ending]);
    assert.deepEqual(new Map(ours), new Map(endings));
});

test("an export is asked for with what its format leaves open, and no more", () => {
    const said = {
        participant: "p",
        mode: "cash",
        dates: "dmy",
        encoding: "utf-8",
        from: "",
        to: "2026-05-31",
        labels: ["a", "b"],
    };
    const rest = "to=2026-05-31&label=a&label=b";
    assert.equal(exportQuery({ ...said, format: "ofx" }), `participant=p&mode=cash&format=ofx&${rest}`);
    assert.equal(exportQuery({ ...said, format: "qif" }), `participant=p&mode=cash&format=qif&dates=dmy&${rest}`);
    assert.equal(
        exportQuery({ ...said, format: "wiso" }),
        `participant=p&mode=cash&format=wiso&encoding=utf-8&${rest}`,
    );
});

const report = (...ledgers) => ({ ledgers, removedLedgerIds: [] });
const line = (outcome, newEvents = 0, lostEvents = 0) => ({ outcome, newEvents, lostEvents });

test("whether a restore would change anything", () => {
    assert.ok(!changesAnything(report(line("unchanged"), line("otherKey"), line("keyMismatch"), line("damaged"))));
    assert.ok(!changesAnything(report(line("replaced"))));
    assert.ok(changesAnything(report(line("unchanged"), line("new", 4))));
    assert.ok(changesAnything(report(line("merged"))), "becoming a member is a change");
    assert.ok(changesAnything(report(line("replaced", 0, 1))));
    assert.ok(changesAnything({ ...report(line("unchanged")), removedLedgerIds: ["x"] }));
});

test("what would be lost is said apart, and what is skipped is known", () => {
    assert.deepEqual([line("merged"), line("merged", 2), line("replaced", 3), line("replaced", 3, 1)].map(lineKey), [
        ...["member", "merged", "replaced", "replacedLosing"],
    ]);
    assert.deepEqual(["new", "otherKey"].map((outcome) => isSkipped({ outcome })), [false, true]);
});

test("a backup is known by how it begins, that of a server by its name", () => {
    assert.ok(isBackup('{"splitcloneBackup":1,"ledgers":['));
    assert.ok(isBackup('\uFEFF{\n  "splitcloneBackup": 1'));
    assert.ok(!isBackup('{"title":"splitcloneBackup"}'));
    assert.deepEqual(["splitclone-20260514T120311123.backup", "a.json"].map(isServerBackup), [true, false]);
});

test("a restore names the ledgers only where not all of them are wanted", () => {
    assert.equal(restoreQuery({ mode: "merge", isDryRun: true }), "mode=merge&dryRun=true");
    assert.equal(restoreQuery({ mode: "merge", isDryRun: false, chosen: ["a", "b"] }), "mode=merge&ledger=a&ledger=b");
});

/** As XMLHttpRequest, as far as it is used. */
class FakeRequest extends EventTarget {
    upload = new EventTarget();
    headers = {};
    static last;

    constructor() {
        super();
        FakeRequest.last = this;
    }

    open(method, path) {
        Object.assign(this, { method, path });
    }

    setRequestHeader(name, value) {
        this.headers[name] = value;
    }

    getResponseHeader(name) {
        return this.answers[name] ?? null;
    }

    send(body) {
        this.body = body;
    }

    abort() {
        this.dispatchEvent(new Event("abort"));
    }

    progress(target, loaded, total) {
        target.dispatchEvent(Object.assign(new Event("progress"), { loaded, total }));
    }

    answer(status, text, answers = {}) {
        Object.assign(this, { status, response: new Blob([text]), answers });
        this.dispatchEvent(new Event("load"));
    }
}

const send = (more = {}) => transfer({ path: "/imports", body: "x", type: "text/csv", Request: FakeRequest, ...more });

test("a file tells how far it is on its way, and what the server answers", async () => {
    const steps = [];
    const answer = send({ sent: (...step) => steps.push(step) });
    const { last } = FakeRequest;
    last.progress(last.upload, 5, 10);
    last.progress(last.upload, 10, 10);
    last.answer(201, '{"id":"7"}');
    assert.deepEqual(await answer, { json: { id: "7" } });
    assert.deepEqual(steps, [[5, 10], [10, 10]]);
    assert.deepEqual([last.method, last.path, last.body], ["POST", "/api/v1/imports", "x"]);
    assert.equal(last.headers["Content-Type"], "text/csv");
});

test("a file that comes back has the server's name for it", async () => {
    const answer = send({ isFile: true });
    FakeRequest.last.answer(200, "{}", {
        "Content-Disposition": 'attachment; filename="splitclone_backup_1.json"',
        "Content-Type": "application/json; charset=utf-8",
    });
    const { file } = await answer;
    assert.deepEqual([file.name, file.type, file.size], ["splitclone_backup_1.json", "application/json", 2]);
});

test("a refusal is a problem, silence is unreachable, and giving up is told from both", async () => {
    const refused = send({ isFile: true });
    FakeRequest.last.answer(422, '{"code":"spreadsheet-file","detail":"No."}');
    await assert.rejects(refused, { status: 422, code: "spreadsheet-file", detail: "No." });
    const silent = send();
    FakeRequest.last.dispatchEvent(new Event("error"));
    await assert.rejects(silent, { code: "unreachable" });
    const giving = new AbortController();
    const given = send({ signal: giving.signal });
    giving.abort();
    await assert.rejects(given, { code: "cancelled" });
});

test("what is no JSON behind a refusal is still a refusal", async () => {
    const refused = send();
    FakeRequest.last.answer(502, "<h1>Bad gateway</h1>");
    await assert.rejects(refused, { status: 502, code: "status-502" });
});
