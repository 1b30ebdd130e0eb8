// Labels to choose from, and a place to make a new one without leaving the form.

import { limits } from "../core/drafts.js";
import { h } from "../elements/build.js";
import { choices } from "../elements/choices.js";
import { button } from "../elements/controls.js";
import { sentence } from "../elements/form.js";
import { say } from "../elements/voice.js";

/** A block like the other choices; a label made here is chosen at once. */
export function labelChoices(app, ledger, chosen) {
    const chips = h("div");
    const name = nameInput();
    const draw = (ids) => chips.replaceChildren(labelChips(app.books.opened(ledger.id)?.labels ?? ledger.labels, ids));
    const block = h("div", {}, chips, h("div", { class: "entry" }, name, button({ label: say("label.add"), picture: "add", onclick: () => add() })));
    block.input = name;
    block.chosen = () => chips.firstElementChild.chosen();
    block.showProblem = (text) => chips.firstElementChild.showProblem(text);
    draw(chosen);

    const add = async () => {
        if (!name.value.trim()) return name.focus();
        try {
            const label = await app.books.write(ledger.id, "POST", "/labels", { name: name.value.trim() });
            draw([...block.chosen(), label.id]);
            name.value = "";
        } catch (error) {
            block.showProblem(error.errors?.[0]?.message ?? sentence(error));
        }
    };
    name.addEventListener("keydown", (event) => takeEnter(event, add));
    return block;
}

function labelChips(labels, chosen) {
    const options = labels.map(({ id, name }) => ({ value: id, label: name }));
    return choices({ legend: say("expense.labels"), name: "labels", multiple: true, chosen, options });
}

function nameInput() {
    return h("input", {
        class: "input", type: "text", "aria-label": say("label.new"), placeholder: say("label.new"), maxlength: limits.label,
        autocomplete: "off", enterkeyhint: "done",
    });
}

/** Enter makes the label instead of sending the form. */
function takeEnter(event, add) {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    add();
}
