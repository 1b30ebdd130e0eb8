// Leaving the page free: long work stops now and then, so that a tap is answered in between.

/** Milliseconds of work at a stretch. */
const longestTask = 8;

/** And this much waiting at most: a hidden page has few quiet moments. */
export const longestPause = 60;

let since = performance.now();

/** Goes on at once, or after the page had a turn if the work has taken long enough. */
export async function freeAgain() {
    if (performance.now() - since < longestTask) return;
    await quietMoment(longestPause);
    since = performance.now();
}

/** Answers once it holds, which is looked at again and again. */
export async function until(holds, milliseconds = 500) {
    while (!holds()) await new Promise((done) => setTimeout(done, milliseconds));
}

/** Answers when nothing else is to be done, or after so many milliseconds. */
export function quietMoment(timeout) {
    if (!globalThis.requestIdleCallback) return new Promise((done) => setTimeout(done));
    return new Promise((done) => requestIdleCallback(done, { timeout }));
}
