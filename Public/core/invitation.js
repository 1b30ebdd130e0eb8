// What was pasted to join a ledger: the join code, a text around it, the way to its folder, an invite of a server, or neither.

const joinCode = /SC1\.[A-Za-z0-9_-]{43}\.[0-9A-Fa-f]{4}(?![A-Za-z0-9_-])/;
const link = /https?:\/\/[^\s<>"“”„«»]+/;
const place = "/invite";
const everyLink = new RegExp(link, "g");

/** Answers the body fields for `POST /ledgers/join`, or null when no join code is in the text. */
export function joinRequest(text) {
    const trimmed = text.trim();
    const found = joinCode.exec(trimmed)?.[0];
    if (!found) return null;
    const isAlone = found === trimmed || trimmed.match(everyLink)?.some((one) => one.includes(`#${found}`));
    return isAlone ? { joinCode: found } : { invitation: trimmed };
}

/** Whether the text holds a link, which leads to the folder when it is an invitation into OneDrive. */
export function hasLink(text) {
    const links = text.match(everyLink) ?? [];
    return links.some((one) => !joinCode.test(one) && !inviteIn(one));
}

/** A server's own invite, `https://…/invite#…`, wherever it stands in the text: `{server, token}`, or null. */
export function inviteIn(text) {
    for (const one of text.match(everyLink) ?? []) {
        const { origin, pathname, hash } = URL.canParse(one) ? new URL(one) : {};
        if (!pathname?.endsWith(place) || hash.length < 2) continue;
        return { server: origin + pathname.slice(0, -place.length), token: hash.slice(1) };
    }
    return null;
}

/** Where a ledger is behind a connection: `{shareLink}`, `{path}`, or nothing when the invitation tells it. */
export function placeOf(text, { isToldElsewhere = false } = {}) {
    const place = text.trim();
    if (link.test(place)) return { shareLink: place };
    if (place === "" && isToldElsewhere) return {};
    return { path: place || "." };
}
