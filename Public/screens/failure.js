// What stands where a screen can not be shown: why not, and what can be done.

import { button, emptyState, linkButton } from "../elements/controls.js";
import { sentence } from "../elements/sentence.js";
import { say } from "../elements/voice.js";

export function failureScreen(error, again) {
    const { label, run } = isOutdated(error) ? reloading() : { label: say("action.tryAgain"), run: again };
    const first = button({ label, kind: "primary", onclick: run });
    const home = linkButton({ label: say("ledgers.title"), href: "/ledgers" });
    const title = say("failure.title");
    const content = () => emptyState({ picture: "warning", title, text: sentence(error), action: [first, home] });
    return { title, quietTitle: true, once: true, content };
}

/** What to do about a part of the app that could not be fetched, if anything. */
export function wayOut(error) {
    return isOutdated(error) ? reloading() : null;
}

/** The server has another version of the app than this page: no part of it fits any more. */
function isOutdated({ code }) {
    return code === "other-version";
}

function reloading() {
    return { label: say("action.reload"), run: () => location.reload() };
}
