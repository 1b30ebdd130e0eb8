// Who takes part, with the share of each as it stands, and a word about the odd cent.

import { oddCentTaker } from "../core/split.js";
import { h } from "../elements/build.js";
import { peopleChoices } from "../elements/choices.js";
import { button } from "../elements/controls.js";
import { named } from "../elements/person.js";
import { money, say } from "../elements/voice.js";

/** A block of people with `follow(mode, shares, payerId)`, which shows what everybody bears, and `choose(ids)`. */
export function splitChoices(ledger, people, chosen) {
    const hint = h("p", { class: "hint", "aria-live": "polite" });
    const label = (person) => named(person, ledger);
    const block = peopleChoices({
        legend: say("expense.splitAmong"),
        name: "split",
        people,
        label,
        chosen,
        multiple: true,
        hint,
    });
    const everyone = button({ label: say("split.everyone"), kind: "quiet small", onclick: () => chooseAll(block) });
    block.append(everyone);
    block.follow = (mode, shares, payerId) => {
        const ids = block.chosen();
        for (const { id } of people) block.note(id, shares?.has(id) ? money(shares.get(id), ledger) : "");
        everyone.hidden = ids.length === people.length;
        const isPlain = mode === "equal" && shares?.size > 0;
        hint.textContent = isPlain ? explained(ledger, shares, oddCentTaker(payerId, ids)) : "";
    };
    block.choose = (ids) => {
        for (const input of block.querySelectorAll("input")) input.checked = ids.includes(input.value);
    };
    return block;
}

function chooseAll(block) {
    for (const input of block.querySelectorAll("input")) input.checked = true;
    block.dispatchEvent(new Event("input", { bubbles: true }));
}

function explained(ledger, shares, taker) {
    const name = named(ledger.person(taker), ledger);
    if (shares.size === 1) return say("split.one", { name });
    const [, share] = [...shares].find(([id]) => id !== taker);
    const amount = money(share, ledger);
    if (share === shares.get(taker)) return say("split.even", { amount });
    return say("split.odd", { amount, name, more: money(shares.get(taker), ledger) });
}
