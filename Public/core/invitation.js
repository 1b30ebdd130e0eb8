// What was pasted to join a ledger: the join code, a text around it, the way to its folder, or neither.

const joinCode = /SC1\.[A-Za-z0-9_-]{43}\.[0-9A-Fa-f]{4}(?![A-Za-z0-9_-])/;
const link = /https?:\/\/[^\s<>"“”„«»]+/;

/** Answers the body fields for `POST /ledgers/join`, or null when no join code is in the text. */
export function joinRequest(text) {
    const trimmed = text.trim();
    const found = joinCode.exec(trimmed)?.[0];
    if (!found) return null;
    return found === trimmed ? { joinCode: found } : { invitation: trimmed };
}

/** Whether the text holds a link, which leads to the folder when it is an invitation into OneDrive. */
export function hasLink(text) {
    return link.test(text);
}

/** Where a ledger is behind a connection: `{shareLink}`, `{path}`, or nothing when the invitation tells it. */
export function placeOf(text, { isToldElsewhere = false } = {}) {
    const place = text.trim();
    if (hasLink(place)) return { shareLink: place };
    if (place === "" && isToldElsewhere) return {};
    return { path: place || "." };
}
