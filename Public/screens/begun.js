// Forms that were begun and left, by closing them or with the whole tab: what was typed is there when they open again.

import { isSame, retyped } from "../core/retyped.js";
import { h } from "../elements/build.js";
import { button } from "../elements/controls.js";
import { say } from "../elements/voice.js";

/**
 * The form that `make(begun)` answers, about something that is `plain` as it stands. `begun`: `draft` is what the form
 * begins with, `keep(typed)` is told whatever is typed, `done()` that it did its work, and `notice` says that it begins with
 * what was typed before, if it does.
 */
export function begunForm({ drafts }, name, plain, make) {
    const build = () => {
        const kept = unfinished(drafts.read(name), plain, make);
        return make({
            draft: kept ? { ...retyped(kept, plain), id: kept.id } : plain,
            notice: kept && notice(again),
            keep: keeping(drafts, name, kept ?? { id: plain.id }),
            done: () => drafts.keep(name, null),
        });
    };
    const again = () => {
        drafts.keep(name, null);
        const next = build();
        shown.replaceWith(next);
        shown = next;
        shown.querySelector("input")?.focus();
    };
    let shown = build();
    return shown;
}

/** What was saved after all, by this tab in its last moment or by somebody else, need not be typed again. */
function unfinished(kept, plain, make) {
    if (!kept) return null;
    const [again, without] = [retyped(kept, plain), plain].map((draft) => {
        let typed = null;
        make({ draft, notice: null, keep: (first) => (typed ??= first), done() {} });
        return typed;
    });
    return isSame(again, without) ? null : kept;
}

/** What stands in the form at first is nothing that could be lost. The id of something new stays with what was typed. */
function keeping(drafts, name, { id, before }) {
    return (typed) => {
        before ??= typed;
        drafts.keep(name, isSame(typed, before) ? null : { id, before, typed });
    };
}

function notice(again) {
    const discard = button({ label: say("begun.discard"), kind: "quiet", onclick: again });
    return h("div", { class: "inset begun" }, h("p", { role: "status" }, say("begun.again")), discard);
}
