// A growing list of names; the first is the reader's own. Enter takes a name and is ready for the next.

import { limits } from "../core/drafts.js";
import { colours } from "../core/people.js";
import { h } from "../elements/build.js";
import { button } from "../elements/controls.js";
import { nameField, withProblems } from "../elements/field.js";
import { disc } from "../elements/person.js";
import { say } from "../elements/voice.js";

/** A block with `names()`, and `take()`, which also takes what is still in the field. */
export function nameList(me) {
    const own = nameField({ label: say("create.yourName"), value: me });
    const next = nextName();
    const list = h("ul", { class: "names" });
    const names = [];
    const draw = () => list.replaceChildren(...names.map((name, place) => nameRow(name, place, () => remove(place))));
    const remove = (place) => {
        names.splice(place, 1);
        draw();
        next.input.focus();
    };
    const add = button({ label: say("create.add"), picture: "add", onclick: () => takeNext() });
    const block = withProblems(
        h("div", { class: "stack" }, own, list, h("div", { class: "entry" }, next, add)),
        next.input,
    );
    block.names = () => [own.value || me, ...names];
    block.take = () => {
        if (next.value && !block.names().includes(next.value)) names.push(next.value);
        next.input.value = "";
        draw();
    };
    const takeNext = () => {
        block.take();
        next.input.focus();
    };
    next.input.addEventListener("keydown", (event) => onEnter(event, next, takeNext));
    return block;
}

function nextName() {
    const example = say("create.personExample");
    return nameField({ label: say("create.person"), placeholder: example, limit: limits.name, enterkeyhint: "enter" });
}

/** With a name in the field Enter takes it; in the empty field it sends the form as everywhere. */
function onEnter(event, { value }, take) {
    if (event.key !== "Enter" || event.isComposing || !value) return;
    event.preventDefault();
    take();
}

function nameRow(name, place, remove) {
    const colour = colours[(place + 1) % colours.length];
    const away = button({ name: say("create.remove", { name }), picture: "close", kind: "quiet", onclick: remove });
    return h("li", { class: "name" }, disc({ name, colour }), h("span", { class: "row-title" }, name), away);
}
