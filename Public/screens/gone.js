// What is not in a ledger: deleted by somebody, or newer than what this device knows of it.

import { h } from "../elements/build.js";

/** Instead of a screen about something that is not there. */
export function goneScreen(title, text) {
    return { title, once: true, isGone: true, content: () => h("p", {}, text) };
}

/**
 * The screen of a place, or null when it leads elsewhere. One that says `isGone` is asked for again once everything is known
 * that the server knows.
 */
export async function screenOf(app, place) {
    const { books } = app;
    const screen = await place.entry.screen(app, place);
    if (!screen?.isGone || !books.reachable) return screen;
    await books.catchUp(place.params.ledger).catch((problem) => problem.code || Promise.reject(problem));
    return place.entry.screen(app, place);
}
