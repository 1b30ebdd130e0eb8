// One person's money movements as a CSV file (SC-FR-EXR-*), for a finance app.

import { filterFromQuery } from "../core/filter-address.js";
import { h } from "../elements/build.js";
import { choices, labelChips } from "../elements/choices.js";
import { card, linkButton } from "../elements/controls.js";
import { dateField, field, option } from "../elements/field.js";
import { named } from "../elements/person.js";
import { say } from "../elements/voice.js";
import { prefer, preference } from "../outside/preferences.js";
import { inLedger } from "./route.js";

export function exportScreen(_app, { ledger, query }) {
    const lead = h("p", { class: "lead" }, say("export.lead"));
    const content = () => [lead, exportForm(ledger, filterFromQuery(query))];
    return { title: say("export.title"), class: "narrow", once: true, content };
}

function exportForm(ledger, filter) {
    const fields = {
        person: personField(ledger, filter.participant ?? ledger.myParticipantId),
        mode: modeChoice(),
        from: dateField({ label: say("filter.from"), name: "from", value: filter.from }),
        to: dateField({ label: say("filter.to"), name: "to", value: filter.to }),
        labels: labelChips({ legend: say("filter.labels"), labels: ledger.labels, chosen: filter.labels }),
    };
    fields.labels.hidden = ledger.labels.length === 0;
    const meaning = h("p", { class: "hint", "aria-live": "polite" });
    const link = linkButton({
        label: say("export.action"),
        picture: "download",
        kind: "primary",
        href: "#",
        download: true,
    });
    const follow = () => {
        meaning.textContent = say(`export.${fields.mode.chosen()[0]}Text`);
        link.href = address(ledger, fields);
    };
    follow();
    const period = h("div", { class: "pair" }, fields.from, fields.to);
    const parts = [fields.person, fields.mode, meaning, period, fields.labels, link];
    return card({}, h("div", { class: "form", oninput: follow, onchange: follow }, parts));
}

function personField(ledger, chosen) {
    const options = ledger.participants.map((one) => option(one.id, named(one, ledger)));
    const value = chosen ?? ledger.participants[0]?.id ?? "";
    return field({ label: say("export.person"), name: "participant", tag: "select", options, value });
}

/** The mode chosen last is remembered on this device (SC-FR-EXR-3). */
function modeChoice() {
    const options = ["cash", "virtual"].map((value) => ({ value, label: say(`export.${value}`) }));
    const block = choices({ legend: say("export.mode"), name: "mode", chosen: [preference("exportMode")], options });
    block.addEventListener("change", () => prefer("exportMode", block.chosen()[0]));
    return block;
}

function address(ledger, { person, mode, from, to, labels }) {
    const query = new URLSearchParams({ participant: person.value, mode: mode.chosen()[0], format: "csv" });
    if (from.value) query.set("from", from.value);
    if (to.value) query.set("to", to.value);
    for (const label of labels.chosen()) query.append("label", label);
    return `/api/v1${inLedger(ledger)}/export?${query}`;
}
