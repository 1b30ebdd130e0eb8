// What the list should show: words, a person, labels, a period. The answer goes into the address.

import { filterFromQuery, queryFromFilter } from "../core/filter-address.js";
import { h } from "../elements/build.js";
import { linkButton } from "../elements/controls.js";
import { choices, peopleChoices } from "../elements/choices.js";
import { field } from "../elements/field.js";
import { form } from "../elements/form.js";
import { say } from "../elements/voice.js";
import { named } from "../elements/person.js";
import { inLedger } from "./route.js";

export function filterScreen(app, place) {
    return { title: say("filter.title"), once: true, content: () => filterForm(app, place.ledger, filterFromQuery(place.query)) };
}

function filterForm(app, ledger, filter) {
    const words = field({ label: say("filter.words"), name: "words", type: "search", value: filter.words, autocomplete: "off", enterkeyhint: "search" });
    const person = peopleChoices({
        legend: say("filter.person"), name: "participant", people: ledger.participants, label: (one) => named(one, ledger),
        chosen: [filter.participant], multiple: true,
    });
    atMostOne(person);
    const labels = ledger.labels.length > 0 && choices({
        legend: say("filter.labels"), name: "label", multiple: true, chosen: filter.labels,
        options: ledger.labels.map(({ id, name }) => ({ value: id, label: name })),
    });
    const from = field({ label: say("filter.from"), name: "from", type: "date", value: filter.from ?? "" });
    const to = field({ label: say("filter.to"), name: "to", type: "date", value: filter.to ?? "" });
    const list = inLedger(ledger, "expenses");
    return form({
        label: say("filter.apply"), content: [words, person, labels, h("div", { class: "pair" }, from, to)],
        secondary: linkButton({ label: say("filter.clear"), href: list, "data-replace": true }),
        send: async () => {
            const query = queryFromFilter({
                words: words.input.value, participant: person.chosen()[0] ?? null, labels: labels ? labels.chosen() : [],
                from: from.input.value || null, to: to.input.value || null,
            });
            await app.go(query.size ? `${list}?${query}` : list, { replace: true });
        },
    });
}

/** Chips that can be switched off again, of which one at most is on. */
function atMostOne(block) {
    block.addEventListener("change", ({ target }) => {
        for (const input of block.querySelectorAll("input")) if (input !== target) input.checked = false;
    });
}
