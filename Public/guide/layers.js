// Specimens of what comes over the page for a while.

import { h } from "../elements/build.js";
import { button } from "../elements/controls.js";
import { nameField } from "../elements/field.js";
import { form } from "../elements/form.js";
import { confirmed, sheet } from "../elements/sheet.js";

export function sheets() {
    const answer = h("p", { class: "hint", role: "status" }, "Nothing was asked yet.");
    const ask = async () => {
        const yes = await confirmed({ title: "Delete it?", text: "It stays in the history.", action: "Delete" });
        answer.textContent = yes ? "Yes was the answer." : "No was the answer.";
    };
    return {
        "With a form": button({ label: "Open a sheet", onclick: openForm }),
        "A question": [button({ label: "Ask something", kind: "danger", onclick: ask }), answer],
    };
}

function openForm() {
    const name = nameField({ label: "Name", value: "" });
    const text = h(
        "p",
        { class: "sheet-text" },
        "Drag it down by its head, press Escape, tap beside it, or use the button.",
    );
    const send = async () => {
        await Promise.resolve();
        shown.close();
    };
    const content = form({ fields: { name }, content: [text, name], label: "Save", send });
    const shown = sheet({ title: "A sheet", content, onclose: () => shown.close() });
}

export function toasts(app) {
    const undo = { label: "Undo", run: () => app.toast("It is back.") };
    return {
        "With a way back": button({
            label: "Delete something",
            onclick: () => app.toast("“Pizza” was deleted.", undo),
        }),
        "Only words": button({ label: "Say something", onclick: () => app.toast("Saved on this phone.") }),
    };
}
