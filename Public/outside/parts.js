// Modules that are fetched after the start. The page's import map holds their digests: one of another version is refused.

import { quietMoment } from "./pauses.js";
import { Problem } from "./server.js";

/** A module of `screens/`. Thrown as a `Problem`: the server is away (`unreachable`), or has another version by now. */
export async function part(file, fetchModule = (file) => import(`../screens/${file}`)) {
    try {
        return await fetchModule(file);
    } catch (error) {
        if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
        throw new Problem({ code: (await isServed(file)) ? "other-version" : "unreachable" });
    }
}

async function isServed(file) {
    try {
        return (await fetch(new URL(`../screens/${file}`, import.meta.url), { method: "HEAD" })).status < 500;
    } catch {
        return false;
    }
}

/** Fetches one after the other in moments in which nothing else is to be done, until one fails. */
export async function fetchInQuiet(screens) {
    for (const { load } of screens) {
        if (!load) continue;
        await quietMoment();
        await load();
    }
}
