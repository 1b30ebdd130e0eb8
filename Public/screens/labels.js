// The labels of a ledger: how often each is used; make, rename, delete (SC-FR-LBL-6).

import { limits } from "../core/drafts.js";
import { h } from "../elements/build.js";
import { button, card, emptyState } from "../elements/controls.js";
import { field } from "../elements/field.js";
import { form, Unfinished } from "../elements/form.js";
import { say } from "../elements/voice.js";
import { confirmed, sheet } from "../elements/sheet.js";

export function labelsScreen(app, place) {
    const add = addForm(app, place);
    return { title: say("labels.title"), content: () => contentOf(app, place.ledger, add) };
}

function contentOf(app, ledger, add) {
    const counts = ledger.labelCounts;
    const rows = ledger.labels.map((label) => row(app, ledger, label, counts.get(label.id) ?? 0));
    return card(
        {},
        rows.length > 0
            ? h("ul", { class: "list" }, rows)
            : emptyState({ picture: "label", title: say("labels.none"), text: say("labels.noneText") }),
        add,
    );
}

function row(app, ledger, label, count) {
    return h(
        "li",
        { class: "row plain-row" },
        h(
            "span",
            { class: "row-text" },
            h("span", { class: "row-title" }, label.name),
            h("span", { class: "row-detail" }, say("summary.count", { n: count })),
        ),
        button({
            name: say("labels.rename", { name: label.name }),
            picture: "edit",
            kind: "quiet",
            key: `rename ${label.id}`,
            onclick: () => rename(app, ledger, label),
        }),
        button({
            name: say("labels.delete", { name: label.name }),
            picture: "trash",
            kind: "quiet",
            key: `delete ${label.id}`,
            onclick: () => remove(app, ledger, label, count),
        }),
    );
}

function addForm(app, place) {
    const name = nameField(say("label.new"), "");
    return form({
        fields: { name },
        content: name,
        label: say("label.add"),
        class: "inline",
        send: async () => {
            await app.books.write(place.params.ledger, "POST", "/labels", { name: wanted(name) });
            name.input.value = "";
            name.input.focus();
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
    const name = nameField(say("people.name"), label.name);
    const shown = sheet({
        title: say("labels.rename", { name: label.name }),
        class: "small",
        onclose: () => shown.close(),
        content: form({
            fields: { name },
            content: name,
            label: say("action.save"),
            send: async () => {
                const text = wanted(name);
                if (text !== label.name) {
                    await app.books.write(ledger.id, "PATCH", `/labels/${label.id}`, { name: text });
                }
                shown.close();
            },
        }),
    });
}

async function remove(app, ledger, label, count) {
    const sure = await confirmed({
        title: say("labels.delete", { name: label.name }),
        text: say("labels.deleteText", { n: count }),
        action: say("action.delete"),
    });
    if (sure) await app.attempt(() => app.books.write(ledger.id, "DELETE", `/labels/${label.id}`));
}
