// Forms that were begun and left, by closing them or with the whole tab: what was typed is there when they open again.

import { isSame, retyped } from "../core/retyped.js";
import { h } from "../elements/build.js";
import { button } from "../elements/controls.js";
import { say } from "../elements/voice.js";

/**
 * The form that `make(begun)` answers, about something that is `plain` as it stands; `find(id)` answers how it stands later,
 * just as plain, or null. Where only its being there matters, as with something new, `isThere(id)` is enough. `begun`: `draft`
 * is what the form begins with, `keep(typed)` is told whatever is typed, `done()` that it did its work, and `notice` says that
 * it begins with what was typed before, if it does. `isOverrun()` is asked before it is saved: what others have changed
 * meanwhile is shown then, around what was typed, instead of being undone unseen. Until somebody touches it the form follows
 * what others change: it may have been opened over a copy that was not the newest.
 */
export function begunForm({ books, reckonings, drafts, press }, name, plain, make, later = {}) {
    const begun = new Begun(drafts, name, plain, make, later);
    const told = [books, reckonings];
    const rest = () => told.forEach((one) => one.removeEventListener("change", follow));
    const again = () => begun.follow();
    const follow = () => begun.shown.isConnected ? press.after(again) : rest();
    told.forEach((one) => one.addEventListener("change", follow));
    return begun.shown;
}

/** Whichever form is `shown` now; another takes its place when it has to begin with something else. */
class Begun {
    #drafts;
    #name;
    #now;
    #make;
    #find;
    #isThere;

    constructor(drafts, name, plain, make, { find = () => null, isThere = (id) => find(id) !== null }) {
        this.#drafts = drafts;
        this.#name = name;
        this.#now = plain;
        this.#make = make;
        this.#find = find;
        this.#isThere = isThere;
        this.shown = this.#build();
    }

    follow() {
        if (this.shown.matches("[data-begun]") || !this.#isNews()) return;
        const held = this.shown.contains(document.activeElement) && document.activeElement.name;
        this.#rebuild();
        if (held) this.shown.querySelector(`[name="${held}"]`)?.focus();
    }

    #build(words = null) {
        const [drafts, name, now] = [this.#drafts, this.#name, this.#now];
        const kept = unfinished(drafts.read(name), now, this.#make, this.#isThere);
        const draft = kept ? { ...retyped(kept, now), id: kept.id } : now;
        const told = words ?? (kept && "begun.again");
        const isOverrun = () => this.#isOverrun();
        const begun = { draft, notice: told && notice(told, () => this.#again()), isOverrun };
        return this.#make({ ...begun, ...keeping(drafts, name, draft.id, kept) });
    }

    #rebuild(words) {
        const next = this.#build(words);
        this.shown.replaceWith(next);
        this.shown = next;
    }

    #again() {
        this.#drafts.keep(this.#name, null);
        this.#rebuild();
        this.shown.querySelector("input")?.focus();
    }

    #isOverrun() {
        if (!this.#isNews()) return false;
        this.#rebuild("begun.meanwhile");
        this.shown.scrollIntoView();
        return true;
    }

    #isNews() {
        const found = this.#find(this.#now.id);
        if (!found || isSame(found, this.#now)) return false;
        this.#now = found;
        return true;
    }
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
function unfinished(kept, plain, make, isThere) {
    if (!kept || (kept.id !== plain.id && isThere(kept.id))) return null;
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
