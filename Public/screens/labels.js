// The labels of a ledger: how often each is used; make, rename, delete (SC-FR-LBL-6).

import { limits } from "../core/drafts.js";
import { h } from "../elements/build.js";
import { card, emptyState } from "../elements/controls.js";
import { field } from "../elements/field.js";
import { form, Unfinished } from "../elements/form.js";
import { menu } from "../elements/menu.js";
import { say } from "../elements/voice.js";
import { newId } from "../outside/dice.js";
import { begunForm } from "./begun.js";
import { keptLine, takeLine } from "./waiting/line.js";
import { waitingNotice } from "./waiting/deciding.js";
import { waitingTag } from "./waiting/mark.js";
import { confirmed, sheet } from "../elements/sheet.js";

export function labelsScreen(app, place) {
    const add = addForm(app, place);
    return { title: say("labels.title"), content: () => contentOf(app, place.ledger, add) };
}

function contentOf(app, ledger, add) {
    const counts = ledger.labelCounts;
    const rows = ledger.labels.map((label) =>
        h("li", {}, row(app, ledger, label, counts.get(label.id) ?? 0), stopped(app, ledger, label))
    );
    return card(
        {},
        rows.length > 0
            ? h("ul", { class: "list" }, rows)
            : emptyState({ picture: "label", title: say("labels.none"), text: say("labels.noneText") }),
        add,
    );
}

/** Why the server did not take it, and what can be done about that. */
function stopped(app, ledger, label) {
    if (!label.waiting || label.waiting.state === "waiting") return null;
    return waitingNotice(app, ledger, label, () => rename(app, ledger, label));
}

function row(app, ledger, label, count) {
    return h(
        "div",
        { class: "row plain-row" },
        h(
            "span",
            { class: "row-text" },
            h("span", { class: "row-title" }, label.name),
            h("span", { class: "row-detail" }, say("summary.count", { n: count })),
            waitingTag(label),
        ),
        menu({
            name: say("labels.more", { name: label.name }),
            key: `more ${label.id}`,
            items: [
                { label: say("labels.rename", label), picture: "edit", run: () => rename(app, ledger, label) },
                {
                    ...{ label: say("labels.delete", label), picture: "trash", kind: "danger" },
                    run: () => remove(app, ledger, label, count),
                },
            ],
        }),
    );
}

function addForm(app, place) {
    const name = nameField(say("label.new"), "");
    const keep = keptLine(app, `label ${place.params.ledger}`, name);
    return form({
        fields: { name },
        content: name,
        label: say("label.add"),
        class: "inline",
        send: async () => {
            wanted(name);
            const path = `/labels/${newId()}`;
            await takeLine(name, keep, (text) => app.books.write(place.params.ledger, "PUT", path, { name: text }));
        },
    });
}

function nameField(label, value) {
    return field({
        label,
        name: "name",
        value,
        maxlength: limits.label,
        autocomplete: "off",
        "data-key": "label name",
    });
}

function wanted(name) {
    const text = name.input.value.trim();
    if (!text) throw new Unfinished([{ field: "name", code: "missing" }]);
    return text;
}

function rename(app, ledger, label) {
    const plain = { name: label.name };
    const make = (begun) => renameForm(app, ledger, label, begun, () => shown.close());
    const shown = sheet({
        title: say("labels.rename", { name: label.name }),
        class: "small",
        onclose: () => shown.close(),
        content: begunForm(app, `label ${ledger.id} ${label.id}`, plain, make),
    });
}

function renameForm(app, ledger, label, { draft, notice, keep, done }, close) {
    const name = nameField(say("people.name"), draft.name);
    const send = async () => {
        const text = wanted(name);
        if (text !== label.name) await app.books.write(ledger.id, "PATCH", `/labels/${label.id}`, { name: text });
        done();
        close();
    };
    const element = form({ fields: { name }, content: [notice, name], label: say("action.save"), send });
    const follow = () => keep({ name: name.value });
    element.addEventListener("input", follow);
    follow();
    return element;
}

async function remove(app, ledger, label, count) {
    const sure = await confirmed({
        title: say("labels.delete", { name: label.name }),
        text: say("labels.deleteText", { n: count }),
        action: say("action.delete"),
    });
    if (sure) await app.attempt(() => app.books.write(ledger.id, "DELETE", `/labels/${label.id}`));
}
