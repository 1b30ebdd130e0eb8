// What signing in at Microsoft allows, in plain words, before it is done.

import { h } from "../../elements/build.js";
import { card } from "../../elements/controls.js";
import { say } from "../../elements/voice.js";

export function scopeCard() {
    return card({ title: say("onedrive.scope") }, points());
}

/** The same, folded away, for who has read it. */
export function foldedScope() {
    return h("details", { class: "card fold", "data-key": "scope" }, h("summary", {}, say("onedrive.scope")), points());
}

function points() {
    const all = ["asks", "touches", "sealed", "withdraw"].map((point) => h("li", {}, say(`onedrive.scope.${point}`)));
    return h("ul", { class: "points" }, all);
}
