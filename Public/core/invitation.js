// What was pasted into the join field: the bare join code, a text around it, or neither.

const joinCode = /SC1\.[A-Za-z0-9_-]{43}\.[0-9A-Fa-f]{4}(?![A-Za-z0-9_-])/;

/** Answers the body fields for `POST /ledgers/join`, or null when no join code is in the text. */
export function joinRequest(text) {
    const trimmed = text.trim();
    const found = joinCode.exec(trimmed)?.[0];
    if (!found) return null;
    return found === trimmed ? { joinCode: found } : { invitation: trimmed };
}
