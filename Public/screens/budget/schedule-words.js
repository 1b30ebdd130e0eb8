// A schedule said in words: how often, from when, until when.

import { formats, say } from "../../elements/voice.js";

/** "Every month", "Every 2 weeks". */
export function frequencyWords({ frequency, custom }) {
    if (frequency === "custom") return say(`repeat.every.${custom.unit}`, { n: custom.every });
    return say(`repeat.${frequency}`);
}

/** "Every month from 31 Jan, 12 times". */
export function scheduleWords({ frequency, custom, start, end, count }, today) {
    const words = { often: frequencyWords({ frequency, custom }), start: formats.longDay(start, today) };
    if (end) return say("repeat.until", { ...words, end: formats.longDay(end, today) });
    if (count) return say("repeat.times", { ...words, n: count });
    return say("repeat.from", words);
}
