// How a person is shown: colour *and* initials, never the colour alone.

/** In this order a small household never meets two colours that look alike (pink and red nearly do). */
export const colours = Object.freeze(["blue", "orange", "purple", "green", "pink", "red"]);

const known = new Map();

/** Up to two letters: of the first and the last word, or the first two of a single one. */
export function initials(name) {
    if (!known.has(name)) known.set(name, initialsOf(name));
    return known.get(name);
}

function initialsOf(name) {
    const words = name.trim().split(/\s+/u).filter(Boolean);
    if (words.length === 0) return "?";
    const letters = words.length === 1
        ? graphemes(words[0]).slice(0, 2)
        : [words[0], words.at(-1)].map((word) => graphemes(word)[0]);
    return letters.join("").toLocaleUpperCase();
}

let segmenter = null;

function graphemes(word) {
    segmenter ??= new Intl.Segmenter();
    return [...segmenter.segment(word)].map(({ segment }) => segment);
}

/** The recorded colour, or else one by place in the list. */
export function colourOf(participant, place) {
    return colours.includes(participant.colour) ? participant.colour : colours[place % colours.length];
}
