// One person's money movements as a file for another program (SC-FR-EXR-*); the whole ledger as an archive; what is coming, for a
// calendar.

import { onHost } from "../../core/root-path.js";
import { exportFormats, exportQuery, formatNamed } from "../../core/moving/exports.js";
import { filterFromQuery } from "../../core/filter-address.js";
import { h } from "../../elements/build.js";
import { choices, labelChips } from "../../elements/choices.js";
import { button, card, linkButton } from "../../elements/controls.js";
import { dateField, field, option } from "../../elements/field.js";
import { named } from "../../elements/person.js";
import { say } from "../../elements/voice.js";
import { canShareFiles, fetchFile, shareFile } from "../../outside/files.js";
import { prefer, preference } from "../../outside/preferences.js";
import { inLedger } from "../route.js";
import { serverNotice } from "../waiting/away.js";
import { calendarCard } from "./calendar-card.js";
import { wear } from "./looks.js";

export const words = "moving";

export function exportScreen(app, { ledger, query }) {
    wear();
    const filter = filterFromQuery(query);
    const content = () => [
        h("p", { class: "lead" }, say("export.lead")),
        exportForm(app, ledger, filter),
        archiveCard(ledger),
        calendarCard(app, ledger),
    ];
    return { title: say("export.title"), class: "narrow", once: true, content };
}

function exportForm(app, ledger, filter) {
    const fields = fieldsFor(ledger, filter);
    const format = () => formatNamed(fields.format.chosen()[0]);
    const [meaning, name] = [h("p", { class: "hint", "aria-live": "polite" }), h("p", { class: "hint" })];
    const without = h("p", { class: "hint" }, say("export.labelsOnly"));
    const ways = waysOut(app, () => address(ledger, fields), format);
    const follow = () => {
        meaning.textContent = say(`export.${fields.mode.chosen()[0]}Text`);
        name.textContent = say("export.ending", { ending: format().ending });
        [fields.dates.hidden, fields.encoding.hidden] = [!format().dates, !format().encoding];
        without.hidden = fields.labels.chosen().length === 0;
        ways.follow();
    };
    follow();
    const period = h("div", { class: "pair" }, fields.from, fields.to);
    return h("div", { class: "form", oninput: follow, onchange: follow }, [
        card({ class: "stack" }, fields.person, fields.mode, meaning, period, fields.labels, without),
        card({ class: "stack" }, [fields.format, fields.dates, fields.encoding, name, ways.element]),
    ]);
}

function fieldsFor(ledger, filter) {
    const labels = labelChips({ legend: say("filter.labels"), labels: ledger.labels, chosen: filter.labels });
    labels.hidden = ledger.labels.length === 0;
    return {
        labels,
        person: personField(ledger, filter.participant ?? ledger.myParticipantId),
        mode: modeChoice(),
        from: dateField({ label: say("filter.from"), name: "from", value: filter.from }),
        to: dateField({ label: say("filter.to"), name: "to", value: filter.to }),
        format: formatChoice(),
        dates: segmented("dates", ["dmy", "mdy", "iso"], "mdy"),
        encoding: segmented("encoding", ["utf-8", "windows-1252"], "utf-8", ["utf", "windows"]),
    };
}

/** A link to the file, and the system's share sheet where it takes such a file (SC-FR-EXR-6). */
function waysOut(app, address, format) {
    const look = { label: say("export.action"), picture: "download", kind: "primary", href: "#", download: true };
    const link = linkButton(look);
    let fetched = null;
    const share = async () => {
        if (fetched?.address !== address()) fetched = { address: address(), file: await fetchFile(address()) };
        if (!(await shareFile(fetched.file))) app.toast(say("export.again"));
    };
    const send = button({ label: say("export.share"), picture: "share", onclick: () => app.attempt(share) });
    const element = h("div", { class: "ways" }, link, serverNotice(app));
    const follow = () => {
        const { ending, type } = format();
        link.href = onHost(address());
        if (!canShareFiles(`a${ending}`, type)) send.remove();
        else if (!send.isConnected) link.after(send);
    };
    return { element, follow };
}

function personField(ledger, chosen) {
    const options = ledger.participants.map((one) => option(one.id, named(one, ledger)));
    const value = chosen ?? ledger.participants[0]?.id ?? "";
    return field({ label: say("export.person"), name: "participant", tag: "select", options, value });
}

/** The mode chosen last is remembered on this device (SC-FR-EXR-3). */
function modeChoice() {
    const block = segmented("mode", ["cash", "virtual"], preference("exportMode"));
    block.addEventListener("change", () => prefer("exportMode", block.chosen()[0]));
    return block;
}

function segmented(name, values, chosen, words = values) {
    const options = values.map((value, place) => ({ value, label: say(`export.${name}.${words[place]}`) }));
    return choices({ legend: say(`export.${name}`), name, look: "segmented", options, chosen: [chosen] });
}

/** Every format with a line about who reads it; the one chosen last is remembered, too. */
function formatChoice() {
    const options = exportFormats.map(({ format, name }) => ({
        value: format,
        label: name ?? say("export.spreadsheet"),
    }));
    const chosen = [preference("exportFormat")];
    const block = choices({ legend: say("export.format"), name: "format", look: "lines", options, chosen });
    for (const { format, word } of exportFormats) block.note(format, say(`export.formatText.${word}`));
    block.addEventListener("change", () => prefer("exportFormat", block.chosen()[0]));
    return block;
}

function address(ledger, { person, mode, format, dates, encoding, from, to, labels }) {
    const query = exportQuery({
        ...{ participant: person.value, mode: mode.chosen()[0], format: format.chosen()[0] },
        ...{ dates: dates.chosen()[0], encoding: encoding.chosen()[0] },
        ...{ from: from.value, to: to.value, labels: labels.chosen() },
    });
    return `/api/v1${inLedger(ledger)}/export?${query}`;
}

/** For whoever wants to keep all of it, or to leave. */
function archiveCard(ledger) {
    const href = `/api/v1${inLedger(ledger)}/export/archive`;
    return card({ title: say("export.archive"), class: "stack" }, [
        h("p", { class: "hint" }, say("export.archiveText")),
        linkButton({ label: say("export.archiveAction"), picture: "download", href, download: true }),
    ]);
}
