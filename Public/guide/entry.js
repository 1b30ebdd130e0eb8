// Specimens of what is typed into.

import { amountField } from "../elements/amount-field.js";
import { h } from "../elements/build.js";
import { fileDrop } from "../elements/file-drop.js";
import { ProgressLine } from "../elements/progress-line.js";
import { wear } from "../screens/moving/looks.js";
import { dateField, field, nameField, noteField, option } from "../elements/field.js";
import { form, Unfinished } from "../elements/form.js";
import { ledger } from "./sample.js";

export function fields() {
    const wrong = nameField({ label: "Refused", value: "Ben" });
    wrong.showProblem("There is a Ben already.");
    const options = ["EUR · Euro", "CHF · Swiss franc"].map((one) => option(one, one));
    return {
        "One line": nameField({ label: "Name", value: "", placeholder: "Ben" }),
        "With advice": field({
            label: "Password",
            name: "secret",
            type: "password",
            hint: "Twelve characters or more.",
        }),
        "With a problem": wrong,
        "Several lines": noteField({ label: "Note", value: "The octopus was worth the queue." }),
        "One of many": field({ label: "Currency", name: "currency", tag: "select", options, value: "EUR · Euro" }),
    };
}

export function amounts() {
    const wrong = amountField({ label: "Amount", ledger, value: "1.005" });
    wrong.showProblem("That has more decimal places than the currency.");
    return {
        "Filled in": amountField({ label: "Amount", ledger, value: "1250.00" }),
        "Refused": wrong,
    };
}

export function dates() {
    return {
        "A day": dateField({ label: "When?", name: "day", value: "2026-05-14" }),
        "A period": h("div", { class: "pair" }, [
            dateField({ label: "From", name: "from", value: "2026-05-01" }),
            dateField({ label: "Until", name: "to", value: "2026-05-31" }),
        ]),
    };
}

export function forms() {
    const name = nameField({ label: "Name", value: "" });
    const said = h("p", { class: "hint", role: "status" });
    const send = async () => {
        if (!name.value) throw new Unfinished([{ field: "name", code: "missing" }]);
        await Promise.resolve();
        said.textContent = `${name.value} was taken.`;
    };
    const inline = nameField({ label: "Another person", value: "" });
    return {
        "Leave it empty and press the button": [form({ fields: { name }, content: name, label: "Save", send }), said],
        "On one line": form({
            fields: { inline },
            content: inline,
            label: "Add",
            class: "inline",
            send: async () => {},
        }),
    };
}

export function files() {
    wear();
    const said = h("p", { class: "hint", role: "status" }, "Nothing was chosen yet.");
    const take = (chosen) => (said.textContent = chosen.map(({ name }) => name).join(", "));
    const line = new ProgressLine({ cancel: { label: "Cancel", run: () => (said.textContent = "It was given up.") } });
    line.show("Sending trip.csv", { part: 0.4, detail: "40 MB of 100 MB" });
    return {
        "Chosen or dropped": [fileDrop({ label: "Choose files", hint: "CSV or JSON", multiple: true, take }), said],
        "On its way": line.element,
    };
}
