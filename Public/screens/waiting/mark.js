// The small word on an item that is not at the server yet.

import { h } from "../../elements/build.js";
import { say } from "../../elements/voice.js";

/** Nothing for what is just on its way. */
export function waitingTag({ waiting }) {
    if (!waiting || (waiting.state === "waiting" && !waiting.tried)) return null;
    const isStopped = waiting.state !== "waiting";
    return h("span", { class: isStopped ? "tag strong" : "tag" }, say(`waiting.mark.${waiting.state}`));
}
