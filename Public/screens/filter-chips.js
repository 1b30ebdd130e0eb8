// One chip leads to the filter; each condition in force is a chip that takes it away again. Beside them: what is new?

import { withFilter } from "../core/filter-address.js";
import { h } from "../elements/build.js";
import { icon } from "../elements/icon.js";
import { formats, say } from "../elements/voice.js";
import { inLedger } from "./route.js";

/** `refreshing`: the button that asks. */
export function filterChips(ledger, filter, refreshing) {
    const open = { class: "filter-chip", href: withFilter(inLedger(ledger, "expenses", "filter"), filter) };
    const chips = conditions(ledger, filter).map((condition) => chip(ledger, filter, condition));
    return h(
        "div",
        { class: "filters" },
        h("a", { ...open, "data-key": "filter" }, icon("search"), say("filter.open")),
        chips,
        refreshing,
    );
}

function chip(ledger, filter, { label, change }) {
    const href = withFilter(inLedger(ledger, "expenses"), { ...filter, ...change });
    const name = say("filter.remove", { what: label });
    return h("a", { class: "filter-chip on", href, "aria-label": name, "data-replace": true }, label, icon("close"));
}

/** What is in force, each with the change that lifts it. */
function conditions(ledger, { words, participant, labels, from, to }) {
    const person = ledger.person(participant);
    const chosen = ledger.labels.filter(({ id }) => labels.includes(id));
    return [
        words && { label: say("filter.quoted", { words }), change: { words: "" } },
        person && { label: person.name, change: { participant: null } },
        ...chosen.map(({ id, name }) => ({ label: name, change: { labels: labels.filter((one) => one !== id) } })),
        (from || to) && { label: period(from, to), change: { from: null, to: null } },
    ].filter(Boolean);
}

function period(from, to) {
    const [first, last] = [from, to].map((day) => day && formats.longDay(day, ""));
    if (first && last) return say("filter.between", { from: first, to: last });
    return first ? say("filter.since", { from: first }) : say("filter.until", { to: last });
}
