import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { Press } from "../../Public/elements/press.js";

let page, done, build;

beforeEach(() => {
    mock.timers.enable({ apis: ["setTimeout"] });
    page = new EventTarget();
    globalThis.addEventListener = page.addEventListener.bind(page);
    done = 0;
    const [press, work] = [new Press(), () => done += 1];
    build = () => press.after(work);
});

afterEach(() => mock.timers.reset());

/** What the page is told, one after the other. */
function told(...events) {
    for (const type of events) page.dispatchEvent(new Event(type));
}

test("what is to be built anew while nothing is pressed is built at once", () => {
    build();
    told("pointerdown", "pointerup", "click");
    mock.timers.tick(0);
    build();
    assert.equal(done, 2);
});

test("during a press nothing is built anew, and after its click all of it at once", () => {
    told("pointerdown");
    build();
    build();
    told("pointerup");
    mock.timers.tick(99);
    told("click");
    assert.equal(done, 0);
    mock.timers.tick(0);
    assert.equal(done, 1);
});

test("a finger that scrolls, or is gone without a click, holds nothing up", () => {
    for (const end of ["pointercancel", "pointerup"]) {
        told("pointerdown", end);
        build();
        mock.timers.tick(100);
    }
    assert.equal(done, 2);
});

test("who leaves a finger on the page sees what is new after a second", () => {
    told("pointerdown");
    build();
    mock.timers.tick(999);
    assert.equal(done, 0);
    mock.timers.tick(1);
    assert.equal(done, 1);
});
