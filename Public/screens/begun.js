// Forms that were begun and left, by closing them or with the whole tab: what was typed is there when they open again.

import { isSame, retyped } from "../core/retyped.js";
import { h } from "../elements/build.js";
import { button } from "../elements/controls.js";
import { say } from "../elements/voice.js";

/**
 * The form that `make(begun)` answers, about something that is `plain` as it stands; `find(id)` answers how it stands later,
 * or null. `begun`: `draft` is what the form begins with, `keep(typed)` is told whatever is typed, `done()` that it did its
 * work, and `notice` says that it begins with what was typed before, if it does. `isOverrun()` is asked before it is saved:
 * what others have changed meanwhile is shown then, around what was typed, instead of being undone unseen. Until somebody
 * touches it the form follows what others change: it may have been opened over a copy that was not the newest.
 */
export function begunForm({ books, drafts }, name, plain, make, find = () => null) {
    let now = plain;
    const build = (kept, words = kept && "begun.again") => {
        const draft = kept ? { ...retyped(kept, now), id: kept.id } : now;
        const told = words && notice(words, again);
        return make({ draft, notice: told, isOverrun, ...keeping(drafts, name, draft.id, kept) });
    };
    const unfinishedOne = () => unfinished(drafts.read(name), now, make, find);
    const rebuild = (words) => {
        const next = build(unfinishedOne(), words);
        shown.replaceWith(next);
        shown = next;
    };
    const again = () => {
        drafts.keep(name, null);
        rebuild();
        shown.querySelector("input")?.focus();
    };
    const isNews = () => {
        const found = find(now.id);
        if (!found || isSame(found, now)) return false;
        now = found;
        return true;
    };
    const isOverrun = () => {
        if (!isNews()) return false;
        rebuild("begun.meanwhile");
        shown.scrollIntoView();
        return true;
    };
    const follow = () => {
        if (!shown.isConnected) return books.removeEventListener("change", follow);
        if (shown.matches("[data-begun]") || !isNews()) return;
        const held = shown.contains(document.activeElement) && document.activeElement.name;
        rebuild();
        if (held) shown.querySelector(`[name="${held}"]`)?.focus();
    };
    books.addEventListener("change", follow);
    let shown = build(unfinishedOne());
    return shown;
}

/** How something stands in the ledger now, as its form has it; null when it is not there. */
export function plainIn({ books }, { id }, look, plainOf) {
    const found = books.opened(id) && look(books.opened(id));
    return found ? plainOf(found) : null;
}

/**
 * What is left to be typed, over what stands now. What was saved after all, by this tab in its last moment or by somebody
 * else, need not be typed again; and something new that was made then must not become the next one.
 */
function unfinished(kept, plain, make, find) {
    if (!kept || (kept.id !== plain.id && find(kept.id))) return null;
    const [typed, before] = [retyped(kept, plain), plain].map((draft) => {
        let shown = null;
        make({ draft, notice: null, keep: (first) => (shown ??= first), done() {}, isOverrun: () => false });
        return shown;
    });
    return isSame(typed, before) ? null : { id: kept.id, before, typed };
}

/** What stands in the form at first is nothing that could be lost. The id of something new stays with what was typed. */
function keeping(drafts, name, id, kept) {
    let before = kept?.before;
    const keep = (typed) => {
        before ??= typed;
        drafts.keep(name, isSame(typed, before) ? null : { id, before, typed });
    };
    return { keep, done: () => drafts.read(name)?.id === id && drafts.keep(name, null) };
}

function notice(words, again) {
    const discard = button({ label: say("begun.discard"), kind: "quiet", onclick: again });
    return h("div", { class: "inset begun" }, h("p", { role: "status" }, say(words)), discard);
}
