// What a folder connection is called, and how it stands, in words and by shape.

import { stateBadge } from "../../elements/badge.js";
import { say } from "../../elements/voice.js";

const pictures = { directory: "folder", webdav: "server", onedrive: "cloud" };
const statePictures = { connected: "check", needsSignIn: "key", reconnect: "warning" };

export function connectionPicture({ kind }) {
    return pictures[kind] ?? "folder";
}

/** "OneDrive · anna@example.com": one line that tells it from the others. */
export function connectionName(connection) {
    return [kindName(connection), connectionDetail(connection)].filter(Boolean).join(" · ");
}

export function kindName({ kind }) {
    return say(`connection.kind.${kind}`);
}

export function connectionDetail({ kind, path, url, username, account }) {
    if (kind === "directory") return path;
    if (kind === "webdav") return [username, url && withoutScheme(url)].filter(Boolean).join(" · ");
    return account;
}

function withoutScheme(url) {
    return url.replace(/^https?:\/\//, "").replace(/\/$/, "");
}

/** The state as a small mark: a picture of its own and words of its own, not a colour alone. */
export function stateMark({ state }) {
    const words = say(`connection.state.${state}`);
    return stateBadge(state, statePictures[state] ?? "warning", words);
}
