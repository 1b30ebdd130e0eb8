// A growing list of names; the first is the reader's own. Enter takes a name and is ready for the next.

import { limits } from "../core/drafts.js";
import { colours } from "../core/people.js";
import { h } from "../elements/build.js";
import { button } from "../elements/controls.js";
import { nameField, withProblems } from "../elements/field.js";
import { disc } from "../elements/person.js";
import { say } from "../elements/voice.js";

/**
 * `draft`: `{own, others, next}`, names and what is half typed, as `typed()` answers them. The block also has `names()`,
 * `take()`, which also takes what is still in the field, and `limit(count)`: how many others there may be.
 */
export function nameList(me, draft) {
    const own = nameField({ label: say("create.yourName"), value: draft.own });
    const others = otherNames(draft);
    const block = withProblems(h("div", { class: "stack" }, own, others.list, others.entry), others.next.input);
    block.names = () => [own.value || me, ...others.names];
    block.typed = () => ({ own: own.value, others: [...others.names], next: others.next.value });
    block.limit = others.limit;
    block.take = () => others.take(block.names());
    const takeNext = () => {
        block.take();
        others.next.input.focus();
    };
    others.add.addEventListener("click", takeNext);
    others.next.input.addEventListener("keydown", (event) => onEnter(event, others.next, takeNext));
    return block;
}

/** The names so far, and the field for the next one, which is there as long as there may be more. */
function otherNames(draft) {
    const [next, list, names] = [nextName(draft.next), h("ul", { class: "names" }), [...draft.others]];
    const add = button({ label: say("create.add"), picture: "add" });
    const entry = h("div", { class: "entry" }, next, add);
    let most = Infinity;
    const draw = () => {
        list.replaceChildren(...names.map((name, place) => nameRow(name, place, () => remove(place))));
        entry.hidden = names.length >= most;
    };
    const remove = (place) => {
        names.splice(place, 1);
        draw();
        tellTyped(list);
        next.input.focus();
    };
    const take = (taken) => {
        if (next.value && !entry.hidden && !taken.includes(next.value)) names.push(next.value);
        next.input.value = "";
        draw();
        tellTyped(list);
    };
    const limit = (count) => {
        most = count;
        names.splice(most);
        draw();
    };
    draw();
    return { next, list, names, add, entry, take, limit };
}

/** A name that came or went is something that was typed. */
function tellTyped(list) {
    list.dispatchEvent(new Event("input", { bubbles: true }));
}

function nextName(value) {
    const placeholder = say("create.personExample");
    return nameField({ label: say("create.person"), value, placeholder, limit: limits.name, enterkeyhint: "enter" });
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
