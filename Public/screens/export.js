// One person's money movements as a CSV file (SC-FR-EXR-*), for a finance app.

import { filterFromQuery } from "../core/filter-address.js";
import { h } from "../elements/build.js";
import { card, linkButton } from "../elements/controls.js";
import { choices } from "../elements/choices.js";
import { field, option } from "../elements/field.js";
import { named } from "../elements/person.js";
import { say } from "../elements/voice.js";
import { prefer, preference } from "../outside/preferences.js";
import { inLedger } from "./route.js";

export function exportScreen(app, place) {
    return { title: say("export.title"), class: "narrow", once: true, content: () => [h("p", { class: "lead" }, say("export.lead")), exportForm(place.ledger, filterFromQuery(place.query))] };
}

function exportForm(ledger, filter) {
    const person = field({
        label: say("export.person"), name: "participant", tag: "select", value: ledger.myParticipantId ?? "",
        options: ledger.participants.map((one) => option(one.id, named(one, ledger), one.id === ledger.myParticipantId)),
    });
    person.input.value = filter.participant ?? ledger.myParticipantId ?? ledger.participants[0]?.id;
    const mode = choices({ legend: say("export.mode"), name: "mode", chosen: [preference("exportMode")], options: ["cash", "virtual"].map((value) => ({ value, label: say(`export.${value}`) })) });
    const meaning = h("p", { class: "hint", "aria-live": "polite" });
    const from = field({ label: say("filter.from"), name: "from", type: "date", value: filter.from ?? "" });
    const to = field({ label: say("filter.to"), name: "to", type: "date", value: filter.to ?? "" });
    const labels = ledger.labels.length > 0 && choices({ legend: say("filter.labels"), name: "label", multiple: true, chosen: filter.labels, options: ledger.labels.map(({ id, name }) => ({ value: id, label: name })) });
    const link = linkButton({ label: say("export.action"), picture: "download", kind: "primary", href: "#", download: true });
    const follow = () => {
        const query = new URLSearchParams({ participant: person.input.value, mode: mode.chosen()[0], format: "csv" });
        if (from.input.value) query.set("from", from.input.value);
        if (to.input.value) query.set("to", to.input.value);
        for (const label of labels ? labels.chosen() : []) query.append("label", label);
        link.href = `/api/v1${inLedger(ledger)}/export?${query}`;
        meaning.textContent = say(`export.${mode.chosen()[0]}Text`);
    };
    mode.addEventListener("change", () => prefer("exportMode", mode.chosen()[0]));
    follow();
    return card({}, h("div", { class: "form", oninput: follow, onchange: follow }, person, mode, meaning, h("div", { class: "pair" }, from, to), labels, link));
}
