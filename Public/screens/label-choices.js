// Labels to choose from, and a place to make a new one without leaving the form.

import { h } from "../elements/build.js";
import { choices } from "../elements/choices.js";
import { button } from "../elements/controls.js";
import { sentence } from "../elements/form.js";
import { say } from "../elements/voice.js";
import { limits } from "../core/drafts.js";

export function labelChoices(app, ledger, chosen) {
    const name = h("input", { class: "input", type: "text", "aria-label": say("label.new"), placeholder: say("label.new"), maxlength: limits.label, autocomplete: "off", enterkeyhint: "done" });
    const entry = h("div", { class: "entry" }, name, button({ label: say("label.add"), picture: "add", onclick: () => add() }));
    let block = draw(chosen);
    const outer = h("div", {}, block, entry);
    outer.input = name;
    outer.chosen = () => block.chosen();
    outer.showProblem = (text) => block.showProblem(text);

    function draw(ids) {
        const labels = app.books.opened(ledger.id)?.labels ?? ledger.labels;
        return choices({ legend: say("expense.labels"), name: "labels", multiple: true, chosen: ids, options: labels.map(({ id, name }) => ({ value: id, label: name })) });
    }

    async function add() {
        if (!name.value.trim()) return name.focus();
        try {
            const label = await app.books.write(ledger.id, "POST", "/labels", { name: name.value.trim() });
            const next = draw([...block.chosen(), label.id]);
            block.replaceWith(next);
            block = next;
            name.value = "";
        } catch (error) {
            block.showProblem(error.errors?.[0]?.message ?? sentence(error));
        }
    }

    name.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || event.isComposing) return;
        event.preventDefault();
        add();
    });
    return outer;
}
