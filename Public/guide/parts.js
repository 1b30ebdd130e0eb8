// What the style guide shows, in its order: `{name, title, text, picture, specimens(app)}`.

import * as controls from "./controls.js";
import * as entry from "./entry.js";
import * as ground from "./ground.js";
import * as layers from "./layers.js";
import * as lists from "./lists.js";
import * as people from "./people.js";
import * as pictures from "./pictures.js";

export const parts = Object.freeze([
    part(
        "colours",
        "Colours",
        "One accent, six people, and words that never rely on either.",
        "palette",
        ground.colours,
    ),
    part("type", "Type", "Sizes in rem: all of it grows with the text size of the system.", "note", ground.type),
    part("space", "Space and corners", "Seven distances and five corners; nothing else.", "settings", ground.space),
    part("glass", "Glass", "Cards are translucent; only what floats is blurred.", "cloud", ground.glass),
    part(
        "motion",
        "Motion",
        "Springs that move only place and opacity, and stand still where that is wished.",
        "sync",
        ground.motion,
    ),
    part(
        "icons",
        "Icons",
        "A 24 × 24 grid and a round pen of two units; words always stand beside them.",
        "label",
        ground.icons,
    ),
    part("buttons", "Buttons", "Four kinds, at least 44 pixels each way.", "check", controls.buttons),
    part(
        "segmented",
        "Segmented control",
        "A few short choices of which always one is on.",
        "ratio",
        controls.segmented,
    ),
    part("chips", "Chips", "Choices over native radio buttons and checkboxes.", "label", controls.chips),
    part("stepper", "Stepper", "A small number: one less, one more, or typed.", "add", controls.steppers),
    part("menu", "Menu", "What else can be done, behind three dots.", "more", controls.menus),
    part("fields", "Fields", "A label above, advice below, and problems where they belong.", "edit", entry.fields),
    part("money", "Money field", "The amount: first, large, as wide as what is in it.", "budget", entry.amounts),
    part("date", "Date field", "The day as the system asks for it.", "calendar", entry.dates),
    part("file", "File", "Chosen or dropped, and how far it is on its way.", "income", entry.files),
    part("form", "Form", "Sends once, and puts every refusal at its field.", "check", entry.forms),
    part("person", "Person", "A colour and initials, with the name beside it.", "person", people.persons),
    part(
        "split",
        "Split editor",
        "Who takes part, in which way, with everybody's share as it stands.",
        "people",
        people.splits,
    ),
    part("list", "List", "Rows that lead somewhere, rows that say something.", "receipt", lists.rows),
    part("swipe", "Swipe row", "Swept towards the start it acts; a button does the same.", "trash", lists.swipes),
    part("badge", "Badge", "A word or two about something, smaller than text.", "label", lists.badges),
    part("skeleton", "Skeleton", "Grey shapes, only when the wait can be noticed.", "expected", lists.skeletons),
    part("empty", "Empty state", "Says what is not there yet, and what to do.", "search", lists.empties),
    part("chart", "Chart", "Colour, pattern, name, and the same numbers in a table.", "chart", pictures.charts),
    part("sheet", "Sheet", "Rises from the bottom; dragged down, it goes.", "download", layers.sheets),
    part("toast", "Toast", "What has just happened, with at most one thing to do about it.", "comment", layers.toasts),
]);

function part(name, title, text, picture, specimens) {
    return { name, title, text, picture, specimens };
}
