// What may be pasted to join, what a pull of the page is, and the server's figures.

import assert from "node:assert/strict";
import { test } from "node:test";
import { figure, readFigures } from "../../Public/core/figures.js";
import { hasLink, inviteIn, joinRequest } from "../../Public/core/invitation.js";
import { pendingJoin } from "../../Public/outside/pending-join.js";
import { enough, watchPull } from "../../Public/outside/pull.js";
import { ledgerOf } from "../../Public/screens/route.js";
import { folded, wordsOf } from "../../Public/core/search.js";
import { matching, namesFor, noFilter } from "../../Public/core/expenses.js";

const code = "SC1.Qm9va3Mgb2YgYSBmbGF0LCBub2JvZHkgZWxzZSByZWF.3f0a";

test("an address with the code behind it is the code alone, and no way to a folder", () => {
    const text = `Come in: https://home.example/ledgers/join#${code}`;
    assert.deepEqual(joinRequest(text), { joinCode: code });
    assert.equal(hasLink(text), false);
    const invitation = `Folder https://1drv.ms/f/s!abc and ${code}`;
    assert.deepEqual(joinRequest(invitation), { invitation });
    assert.equal(hasLink(invitation), true);
});

test("a server's invite is found anywhere in a text, with the server that it is of", () => {
    const wanted = { server: "http://home.local:8080", token: "abc-123" };
    assert.deepEqual(inviteIn("Join “Flat”: http://home.local:8080/invite#abc-123"), wanted);
    assert.deepEqual(inviteIn("https://home.example/split/invite#abc-123"), {
        server: "https://home.example/split",
        token: "abc-123",
    });
    assert.equal(inviteIn("http://home.local:8080/invite"), null);
    assert.equal(inviteIn("https://example.net/other#abc"), null);
    assert.equal(inviteIn("https://[broken/invite#x"), null);
    assert.equal(hasLink("http://home.local:8080/invite#abc-123"), false);
});

test("a code in the address leaves it at once and is given once", () => {
    const replaced = [];
    globalThis.history = { state: null, replaceState: (_state, _title, to) => replaced.push(to) };
    pendingJoin.take({ pathname: "/ledgers/join", hash: `#${code}` });
    pendingJoin.take({ pathname: "/ledgers/join", hash: "" });
    assert.deepEqual(replaced, ["/ledgers/join"]);
    assert.equal(pendingJoin.give(), code);
    assert.equal(pendingJoin.give(), null);
    pendingJoin.take({ pathname: "/invite", hash: "#x" });
    assert.equal(pendingJoin.give(), null);
    pendingJoin.take({ pathname: "/ledgers/join", hash: "#%ff" });
    assert.equal(pendingJoin.give(), "%ff");
});

class Page extends EventTarget {
    scrollY = 0;
    tell(type, touches = 1) {
        this.dispatchEvent(Object.assign(new Event(type), { touches: Array(touches).fill({}) }));
    }
    scroll(to) {
        this.scrollY = to;
        this.tell("scroll");
    }
}

test("only a pull with one finger from the very top, held far enough until it is let go, asks for what is new", () => {
    const page = new Page();
    let [released, depths] = [0, []];
    watchPull({ page, moved: (depth) => depths.push(depth), released: () => released++ });
    const pull = (from, touches, way) => {
        page.scrollY = from;
        page.tell("touchstart", touches);
        way.forEach((to) => page.scroll(to));
        page.tell("touchend", 0);
    };
    pull(0, 1, [-30, -enough]);
    assert.deepEqual([released, depths], [1, [30, enough, 0]]);
    pull(0, 1, [-enough, -20]);
    pull(0, 2, [-enough]);
    pull(400, 1, [-enough]);
    assert.equal(released, 1);
    page.scroll(-200);
    page.tell("touchend", 0);
    assert.equal(released, 1, "the bounce after a fling is no pull");
    page.scrollY = 0;
    page.tell("touchstart");
    page.scroll(-90);
    page.tell("touchcancel", 0);
    page.tell("touchend", 0);
    assert.equal(released, 1);
});

test("the ledger of a place is known from its path", () => {
    assert.equal(ledgerOf("/ledgers/x.y%20z/expenses"), "x.y z");
    assert.equal(ledgerOf("/ledgers/new"), null);
    assert.equal(ledgerOf("/account"), null);
});

test("the server's figures are read with their labels, and summed over what was not asked for", () => {
    const figures = readFigures([
        "# HELP requests How many",
        'requests_total{route="a\\"b",status="2xx"} 12',
        'requests_total{route="c",status="5xx"} 3 1700000000',
        "memory_bytes 1.5e+07",
        'le{le="+Inf"} +Inf',
        "nonsense",
    ].join("\n"));
    assert.equal(figure(figures, "requests_total"), 15);
    assert.equal(figure(figures, "requests_total", { status: "5xx" }), 3);
    assert.equal(figure(figures, "memory_bytes"), 15_000_000);
    assert.equal(figure(figures, "requests_total", { status: "4xx" }), null);
    assert.equal(figure(figures, "le"), Infinity);
    assert.equal(figures[0].labels.route, 'a"b');
});

test("texts are compared without case, accents and what looks like them", () => {
    assert.equal(folded("Straße ØRESUND Łódź Ǆ"), folded("STRASSE øresund lodz ǆ"));
    assert.equal(folded("Crème Brûlée"), "creme brulee");
    assert.deepEqual(wordsOf("  Zwei  Wörter "), ["zwei", "worter"]);
});

test("an expense is found by who paid, by who takes part, and by its labels", () => {
    const ledger = {
        participants: [{ id: "a", name: "Chloé" }, { id: "b", name: "Ben" }, { id: "c", name: "Dmitri" }],
        labels: [{ id: "l", name: "Holiday" }],
    };
    const list = [
        { id: "1", title: "Bread", note: null, payerId: "a", splitParticipantIds: ["b"], labelIds: ["l", "gone"] },
        { id: "2", title: "Milk", payerId: "b", splitParticipantIds: ["c"], labelIds: [] },
    ];
    const found = (words) => matching(list, { ...noFilter, words }, namesFor(ledger)).map(({ id }) => id);
    assert.deepEqual(found("chloe"), ["1"]);
    assert.deepEqual(found("ben"), ["1", "2"]);
    assert.deepEqual(found("hol bread"), ["1"]);
    assert.deepEqual(found("dmitri bread"), []);
});
