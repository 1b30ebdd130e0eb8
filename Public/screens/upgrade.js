// A ledger of format version 1 becomes one of version 2: only when somebody says so, knowing what it means (SC-ARC-FMT-2).

import { h } from "../elements/build.js";
import { card, emptyState } from "../elements/controls.js";
import { choices } from "../elements/choices.js";
import { form, Unfinished } from "../elements/form.js";
import { say } from "../elements/voice.js";
import { serverNotice } from "./waiting/away.js";

/** The version that this app can bring a ledger to. */
export const newestVersion = 2;

export function upgradeScreen(app, place) {
    const upgrade = upgradeForm(app, place.params.ledger);
    const content = () => place.ledger.schemaVersion < newestVersion ? asking(upgrade) : done();
    return { title: say("upgrade.title"), class: "narrow", content };
}

function asking(upgrade) {
    const points = ["gain", "others", "homes", "noWayBack"].map((point) => h("li", {}, say(`upgrade.${point}`)));
    return [
        h("p", { class: "lead" }, say("upgrade.lead")),
        card({ title: say("upgrade.warning") }, h("ul", { class: "points" }, points)),
        card({}, upgrade),
    ];
}

function done() {
    return emptyState({ picture: "check", title: say("upgrade.done"), text: say("upgrade.doneText") });
}

function upgradeForm(app, id) {
    const options = [{ value: "yes", label: say("upgrade.understood") }];
    const understood = choices({
        legend: say("upgrade.confirm"),
        name: "understood",
        multiple: true,
        options,
        chosen: [],
    });
    const send = async () => {
        if (understood.chosen().length === 0) throw new Unfinished([{ field: "understood", code: "missing" }]);
        await app.books.write(id, "POST", "/upgrade", { schemaVersion: newestVersion, understood: true });
        app.toast(say("upgrade.done"));
        app.leave();
    };
    return form({
        notice: serverNotice(app),
        fields: { understood },
        content: understood,
        label: say("upgrade.action"),
        send,
    });
}
