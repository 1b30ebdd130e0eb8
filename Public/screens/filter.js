// What the list should show: words, a person, labels, a period. The answer goes into the address.

import { filterFromQuery, withFilter } from "../core/filter-address.js";
import { h } from "../elements/build.js";
import { labelChips, peopleChoices } from "../elements/choices.js";
import { linkButton } from "../elements/controls.js";
import { dateField, field } from "../elements/field.js";
import { form } from "../elements/form.js";
import { named } from "../elements/person.js";
import { say } from "../elements/voice.js";
import { inLedger } from "./route.js";

export function filterScreen(app, { ledger, query }) {
    const content = () => filterForm(app, ledger, filterFromQuery(query));
    return { title: say("filter.title"), once: true, content };
}

function filterForm(app, ledger, filter) {
    const list = inLedger(ledger, "expenses");
    const fields = {
        words: field({
            label: say("filter.words"),
            name: "words",
            type: "search",
            value: filter.words,
            enterkeyhint: "search",
        }),
        participant: personChoice(ledger, filter.participant),
        labels: labelChips({ legend: say("filter.labels"), labels: ledger.labels, chosen: filter.labels }),
        from: dateField({ label: say("filter.from"), name: "from", value: filter.from }),
        to: dateField({ label: say("filter.to"), name: "to", value: filter.to }),
    };
    fields.labels.hidden = ledger.labels.length === 0;
    const content = [
        fields.words,
        fields.participant,
        fields.labels,
        h("div", { class: "pair" }, fields.from, fields.to),
    ];
    const secondary = linkButton({ label: say("filter.clear"), href: list, "data-replace": true });
    const send = () => app.go(withFilter(list, filterOf(fields)), { replace: true });
    return form({ label: say("filter.apply"), content, secondary, send });
}

function filterOf({ words, participant, labels, from, to }) {
    return {
        words: words.value,
        participant: participant.chosen()[0] ?? null,
        labels: labels.chosen(),
        from: from.value || null,
        to: to.value || null,
    };
}

/** Chips that can be switched off again, of which one at most is on. */
function personChoice(ledger, chosen) {
    const label = (person) => named(person, ledger);
    const people = ledger.participants;
    const block = peopleChoices({
        legend: say("filter.person"),
        name: "participant",
        people,
        label,
        chosen: [chosen],
        multiple: true,
    });
    block.addEventListener("change", ({ target }) => {
        for (const input of block.querySelectorAll("input")) if (input !== target) input.checked = false;
    });
    return block;
}
