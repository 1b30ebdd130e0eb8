// Specimens of people, and of how an amount is shared among them.

import { dividedUp } from "../core/drafts.js";
import { equalSplit } from "../core/split-draft.js";
import { h } from "../elements/build.js";
import { disc, named } from "../elements/person.js";
import { splitChoices } from "../screens/split-choices.js";
import { splitMode } from "../screens/splitting/split-mode.js";
import { friends, ledger } from "./sample.js";

const amount = 10000n;

export function persons() {
    const sizes = ["small", "medium", "large"];
    return {
        "Everybody's colour": h(
            "ul",
            { class: "stack snug" },
            ledger.participants.map((one) => h("li", { class: "name" }, disc(one, "small"), named(one, ledger))),
        ),
        "Three sizes": h("p", { class: "chips" }, sizes.map((size) => disc(friends[0], size))),
    };
}

/** The editor of the expense form, over an amount of €100. */
export function splits() {
    const ids = friends.map(({ id }) => id);
    const among = splitChoices(ledger, friends, ids);
    const split = splitMode(ledger, friends, equalSplit, () => among.chosen());
    const block = h("div", { class: "stack" }, among, split);
    const follow = () => {
        const draft = { payerId: ids[0], paid: null, splitParticipantIds: among.chosen(), split: split.typed() };
        const divided = dividedUp(draft, amount, ledger.minorDigits);
        among.hidden = draft.split.mode === "items";
        among.follow(draft.split.mode, divided.split.shares, ids[0]);
        split.follow(draft.splitParticipantIds, divided.split);
    };
    block.addEventListener("input", follow);
    block.addEventListener("change", follow);
    follow();
    return { "€100.00 among four": block };
}
