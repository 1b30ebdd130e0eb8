// The ledger's shared folder: where it is, and putting it into one so that another home can keep the same books.

import { h } from "../elements/build.js";
import { card, linkRow } from "../elements/controls.js";
import { form, Unfinished } from "../elements/form.js";
import { say } from "../elements/voice.js";
import { connectionName, connectionPicture } from "./connections/words.js";
import { FolderChoice } from "./folder-choice.js";
import { doneWith, keptForm } from "./kept-forms.js";
import { inLedger } from "./route.js";
import { serverNotice } from "./waiting/away.js";

export async function folderScreen(app, { ledger }) {
    const name = `folder ${ledger.id}`;
    const { folder, element } = keptForm(app, name, () => attachForm(app, ledger, name));
    await folder.refresh();
    const connections = await app.books.all("/folder-connections");
    const connection = connections.find(({ id }) => id === ledger.folder?.connectionId);
    const content = () => [
        h("p", { class: "lead" }, say("folder.lead")),
        ledger.folder ? attached(ledger, connection) : card({}, element),
        ledger.folder && another(element),
    ];
    return { title: say("folder.title"), class: "narrow", once: true, content };
}

/** The connection may be another account's: then only this ledger's place is told. */
function attached(ledger, connection) {
    const name = connection ? connectionName(connection) : say("folder.ofAnother");
    const place = ledger.folder.path ?? say("folder.shared");
    const where = h("dl", { class: "facts" }, [
        [h("dt", {}, say("folder.connection")), h("dd", {}, name)],
        [h("dt", {}, say("folder.path")), h("dd", {}, place === "." ? say("folder.itself") : place)],
    ]);
    const state = ledger.sync?.state ?? "local";
    const rows = [
        {
            picture: "cloud",
            label: say("sync.title"),
            detail: say(`sync.${state}.title`),
            href: inLedger(ledger, "sync"),
        },
        {
            picture: "share",
            label: say("sharing.title"),
            detail: say("sharing.detail"),
            href: inLedger(ledger, "sharing"),
        },
        connection && {
            ...{ picture: connectionPicture(connection), label: say("folder.manage") },
            ...{ detail: say(`connection.state.${connection.state}`), href: `/folders/${connection.id}` },
        },
    ];
    return [card({ title: say("folder.attached") }, where), card({}, rows.filter(Boolean).map(linkRow))];
}

function another(element) {
    const summary = h("summary", {}, say("folder.another"));
    const hint = h("p", { class: "hint" }, say("folder.anotherHint"));
    return h(
        "details",
        { class: "card fold", "data-key": "another" },
        summary,
        h("div", { class: "stack" }, hint, element),
    );
}

function attachForm(app, ledger, name) {
    const folder = new FolderChoice(app);
    const send = async () => {
        if (!folder.isWanted) throw new Unfinished([{ field: "connectionId", code: "missing" }]);
        await app.books.write(ledger.id, "PUT", "/folder", folder.request());
        doneWith(app, name);
        app.toast(say("folder.done"));
        app.leave();
    };
    const element = form({
        notice: serverNotice(app),
        fields: folder.fields,
        content: folder.content,
        label: say("folder.attach"),
        send,
    });
    return { folder, element };
}
