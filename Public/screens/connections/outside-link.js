// A link out of the app, to a service's own page.

import { h } from "../../elements/build.js";
import { icon } from "../../elements/icon.js";

/** Opens in a window of its own: this one stays, and sees when the sign-in is done. */
export function outsideLink(label, href, kind = "plain") {
    const attributes = { class: `button ${kind}`, href, target: "_blank", rel: "noopener noreferrer" };
    return h("a", attributes, icon("outside"), h("span", {}, label));
}
