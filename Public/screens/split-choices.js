// Who takes part, with the share of each as it stands, and a word about the odd cent.

import { readTypedMoney } from "../core/money.js";
import { equalShares, oddCentTaker } from "../core/split.js";
import { h } from "../elements/build.js";
import { peopleChoices } from "../elements/choices.js";
import { button } from "../elements/controls.js";
import { named } from "../elements/person.js";
import { money, say } from "../elements/voice.js";

/** A block of people with `follow(amountText, payerId)`, which recomputes what everybody bears. */
export function splitChoices(ledger, people, chosen) {
    const line = h("p", { class: "hint", "aria-live": "polite" });
    const everyone = button({ label: say("split.everyone"), kind: "quiet small", onclick: () => {
        for (const input of block.querySelectorAll("input")) input.checked = true;
        block.dispatchEvent(new Event("change", { bubbles: true }));
    } });
    const block = peopleChoices({ legend: say("expense.splitAmong"), name: "split", people, label: (person) => named(person, ledger), chosen, multiple: true });
    block.querySelector("legend").after(line);
    block.append(everyone);
    block.follow = (amountText, payerId) => {
        const ids = block.chosen();
        const { minor } = readTypedMoney(amountText, ledger.minorDigits);
        const shares = minor && ids.length > 0 ? equalShares(minor, payerId, ids) : null;
        for (const { id } of people) block.note(id, shares?.has(id) ? money(shares.get(id), ledger) : "");
        everyone.hidden = ids.length === people.length;
        line.textContent = shares ? explained(ledger, shares, payerId) : "";
    };
    return block;
}

function explained(ledger, shares, payerId) {
    const ids = [...shares.keys()];
    const [least, most] = [shares.get(ids.find((id) => id !== oddCentTaker(payerId, ids)) ?? ids[0]), shares.get(oddCentTaker(payerId, ids))];
    if (ids.length === 1) return say("split.one", { name: named(ledger.person(ids[0]), ledger) });
    if (least === most) return say("split.even", { amount: money(least, ledger), n: ids.length });
    return say("split.odd", { amount: money(least, ledger), name: named(ledger.person(oddCentTaker(payerId, ids)), ledger), more: money(most, ledger) });
}
