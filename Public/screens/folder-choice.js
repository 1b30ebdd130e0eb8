// Which shared folder: one of the connections this server knows, or a new directory on it, and the path inside.

import { h } from "../elements/build.js";
import { field, option } from "../elements/field.js";
import { say } from "../elements/voice.js";

const fresh = "new";

/** Answers `{fields, content, chosen}`; `chosen()` makes a new connection first if one was asked for. */
export async function folderChoice(app, { alsoNone, chosen }) {
    const connections = await app.books.all("/folder-connections");
    const where = field({
        label: say("folder.connection"), name: "connectionId", tag: "select", value: chosen ?? connections[0]?.id ?? fresh,
        options: [alsoNone && option("", alsoNone), connections.map((one) => option(one.id, nameOf(one))), option(fresh, say("folder.newDirectory"))].flat().filter(Boolean),
    });
    where.input.value = chosen ?? connections[0]?.id ?? fresh;
    const directory = field({ label: say("folder.directory"), name: "directory", hint: say("folder.directoryHint"), autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
    const path = field({ label: say("folder.path"), name: "path", hint: say("folder.pathHint"), autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
    const follow = () => {
        directory.hidden = where.input.value !== fresh;
        path.hidden = where.input.value === "";
    };
    where.input.addEventListener("change", follow);
    follow();
    return {
        fields: { connectionId: where, directory, path },
        content: h("div", { class: "stack" }, where, directory, path),
        chosen: () => request(app, { where: where.input.value, directory: directory.input.value.trim(), path: path.input.value.trim() || "." }),
    };
}

async function request(app, { where, directory, path }) {
    if (where === "") return {};
    if (where !== fresh) return { connectionId: where, path };
    const connection = await app.books.ask("POST", "/folder-connections", { kind: "directory", path: directory });
    return { connectionId: connection.id, path };
}

function nameOf({ kind, path, url, account }) {
    return [say(`folder.kind.${kind}`), path ?? url ?? account].filter(Boolean).join(" · ");
}
