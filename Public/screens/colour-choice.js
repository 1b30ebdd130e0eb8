// The colour of a person; its name stands beside it, as colours alone say nothing to many.

import { colours } from "../core/people.js";
import { choices } from "../elements/choices.js";
import { say } from "../elements/voice.js";

export function colourChoice({ name, colour }) {
    const options = colours.map((value) => ({ value, label: say(`colour.${value}`), person: { name, colour: value } }));
    return choices({ legend: say("people.colour"), name: "colour", options, chosen: [colour] });
}
