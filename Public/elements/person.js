// A person on the screen: a coloured disc with initials, and the name as text beside it.

import { initials } from "../core/people.js";
import { h } from "./build.js";
import { say } from "./voice.js";

/** The disc alone is decoration; the name must stand near it. */
export function disc(person, size = "medium") {
    return h(
        "span",
        { class: `disc ${size}`, "data-colour": person?.colour ?? "none", "aria-hidden": "true" },
        initials(person?.name ?? ""),
    );
}

/** The name, or "You" for the reader. */
export function called(person, ledger) {
    if (!person) return say("person.unknown");
    return person.id === ledger.myParticipantId ? say("person.you") : person.name;
}

/** The name as it is, with "(you)" after the reader's. */
export function named(person, ledger) {
    if (!person) return say("person.unknown");
    return person.id === ledger.myParticipantId ? say("person.nameAndYou", { name: person.name }) : person.name;
}
