// What signing in at Microsoft allows, in plain words, before it is done.

import { h } from "../../elements/build.js";
import { card } from "../../elements/controls.js";
import { say } from "../../elements/voice.js";

export function scopeCard() {
    const points = ["asks", "touches", "sealed", "withdraw"].map((point) =>
        h("li", {}, say(`onedrive.scope.${point}`))
    );
    return card({ title: say("onedrive.scope") }, h("ul", { class: "points" }, points));
}
