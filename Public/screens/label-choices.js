// Labels to choose from, and a place to make a new one without leaving the form.

import { limits } from "../core/drafts.js";
import { h } from "../elements/build.js";
import { labelChips } from "../elements/choices.js";
import { button } from "../elements/controls.js";
import { sentence } from "../elements/sentence.js";
import { newId } from "../outside/dice.js";
import { say } from "../elements/voice.js";

/** A block like the other choices; a label made here is chosen at once. */
export function labelChoices(app, ledger, chosen) {
    const chips = h("div");
    const name = nameInput();
    const draw = (labels, ids) =>
        chips.replaceChildren(labelChips({ legend: say("expense.labels"), labels, chosen: ids }));
    const add = async () => {
        const wanted = name.value.trim();
        if (!wanted) return name.focus();
        try {
            const id = newId();
            await app.books.write(ledger.id, "PUT", `/labels/${id}`, { name: wanted });
            draw(app.books.opened(ledger.id).labels, [...block.chosen(), id]);
            name.value = "";
        } catch (error) {
            block.showProblem(error.errors?.[0]?.message ?? sentence(error));
        }
    };
    const entry = h("div", { class: "entry" }, name, button({ label: say("label.add"), picture: "add", onclick: add }));
    const block = h("div", {}, chips, entry);
    block.input = name;
    block.chosen = () => chips.firstElementChild.chosen();
    block.choose = (ids) => draw(app.books.opened(ledger.id).labels, ids);
    block.showProblem = (text) => chips.firstElementChild.showProblem(text);
    name.addEventListener("keydown", (event) => takeEnter(event, add));
    draw(ledger.labels, chosen);
    return block;
}

function nameInput() {
    const label = say("label.new");
    const hints = { autocomplete: "off", enterkeyhint: "done", maxlength: limits.label };
    return h("input", { class: "input", type: "text", "aria-label": label, placeholder: label, ...hints });
}

/** Enter makes the label instead of sending the form. */
function takeEnter(event, add) {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    add();
}
