// A category on the screen: its colour and its picture, and the name as text beside it.

import { initials } from "../../core/people.js";
import { h } from "../../elements/build.js";
import { say } from "../../elements/voice.js";

/** Decoration; the name must stand near it. */
export function categoryMark(category, size = "medium") {
    const text = category?.icon || initials(category?.name ?? "");
    const kind = category?.icon ? "mark pictured" : "mark";
    const attributes = {
        class: `disc ${kind} ${size}`,
        "data-colour": category?.colour ?? "none",
        "aria-hidden": "true",
    };
    return h("span", attributes, category ? text : "…");
}

/** "Groceries", or "Clothes (Ben)" for what is one person's alone. */
export function categoryName(ledger, category) {
    if (!category.participantId || ledger.participants.length < 2) return category.name;
    const owner = ledger.person(category.participantId);
    if (owner?.id === ledger.myParticipantId) return say("category.mine", { name: category.name });
    return say("category.of", { name: category.name, person: owner?.name ?? say("person.unknown") });
}
