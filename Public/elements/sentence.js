// What went wrong, in a sentence for a person.

import { knows, said, say } from "./voice.js";

/** A problem found here carries what its sentence needs. */
export function fieldSentence({ field, code, message, amount = "" }) {
    const key = `problem.${field}.${code}`;
    if (knows(key)) return say(key, { amount });
    return said(message) || (knows(`problem.${code}`) ? say(`problem.${code}`) : say("problem.unknown"));
}

/** One sentence for a person about anything that went wrong. */
export function sentence(error) {
    if (error.code && knows(`problem.${error.code}`)) {
        return say(`problem.${error.code}`, { seconds: error.retryAfter ?? "" });
    }
    return said(error.detail) || say("problem.unknown");
}
