// Which shared folder: one of the connections this server knows, or a new directory on it, and the path inside.

import { h } from "../elements/build.js";
import { exactText, field, option } from "../elements/field.js";
import { say } from "../elements/voice.js";

/** The value of "another directory" in the list of connections; "" means no folder at all. */
const fresh = "new";

/** Answers `{fields, content, chosen}`; `chosen()` makes a new connection first if one was asked for. */
export async function folderChoice(app, { without } = {}) {
    const where = connectionField(await app.books.all("/folder-connections"), without);
    const directory = pathField("directory");
    const path = pathField("path");
    const connect = connectionMaker(app);
    const follow = () => {
        directory.hidden = where.value !== fresh;
        path.hidden = where.value === "";
    };
    where.input.addEventListener("change", follow);
    follow();
    return {
        fields: { connectionId: where, directory, path },
        content: h("div", { class: "stack" }, where, directory, path),
        chosen: () => request(connect, { where: where.value, directory: directory.value, path: path.value || "." }),
    };
}

function connectionField(connections, without) {
    const known = connections.map((one) => ({ value: one.id, label: nameOf(one) }));
    const all = [without && { value: "", label: without }, ...known, {
        value: fresh,
        label: say("folder.newDirectory"),
    }];
    const options = all.filter(Boolean).map(({ value, label }) => option(value, label));
    return field({
        label: say("folder.connection"),
        name: "connectionId",
        tag: "select",
        options,
        value: options[0].value,
    });
}

function pathField(name) {
    return field({ label: say(`folder.${name}`), name, hint: say(`folder.${name}Hint`), ...exactText });
}

/** A connection made for an attempt that then failed serves the next one. */
function connectionMaker(app) {
    const made = new Map();
    return async (path) => {
        if (!made.has(path)) {
            made.set(path, (await app.books.ask("POST", "/folder-connections", { kind: "directory", path })).id);
        }
        return made.get(path);
    };
}

async function request(connect, { where, directory, path }) {
    if (where === "") return {};
    if (where !== fresh) return { connectionId: where, path };
    try {
        return { connectionId: await connect(directory || "."), path };
    } catch (problem) {
        for (const error of problem.errors ?? []) error.field = "directory";
        throw problem;
    }
}

function nameOf({ kind, path, url, account }) {
    return [say(`folder.kind.${kind}`), path ?? url ?? account].filter(Boolean).join(" · ");
}
