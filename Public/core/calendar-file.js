// Days with something in them as an iCalendar file (RFC 5545), for whatever calendar somebody uses.

const encoder = new TextEncoder();

/** Octets in a line at most, without its end (RFC 5545 §3.1). */
const lineLength = 75;

/**
 * `entries`: `[{uid, day, title, text?}]`, whole days that take no time. `now`, an instant, stamps them all: a calendar that reads
 * a newer file keeps the newer entry of the same `uid`.
 */
export function calendarFile({ name, now, entries }) {
    const stamp = now.replace(/\.\d+/, "").replace(/[-:]/g, "");
    const head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//SplitClone//SplitClone//EN", "CALSCALE:GREGORIAN"];
    const lines = [...head, `X-WR-CALNAME:${escaped(name)}`, ...entries.flatMap((one) => event(one, stamp))];
    return [...lines, "END:VCALENDAR"].map((line) => `${fold(line)}\r\n`).join("");
}

function event({ uid, day, title, text }, stamp) {
    return [
        "BEGIN:VEVENT",
        `UID:${escaped(uid)}`,
        `DTSTAMP:${stamp}`,
        `DTSTART;VALUE=DATE:${day.replaceAll("-", "")}`,
        `SUMMARY:${escaped(title)}`,
        ...(text ? [`DESCRIPTION:${escaped(text)}`] : []),
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
    ];
}

/** As a value of type TEXT (§3.3.11), which has no control characters but the line's end. */
function escaped(text) {
    return text.replace(/\r\n?/g, "\n").replace(/[\\;,]/g, "\\$&").replaceAll("\n", "\\n").replace(/\p{Cc}/gu, "");
}

/** A long line goes on after a space in the next one; no character is cut in two. */
function fold(line) {
    const pieces = [""];
    let left = lineLength;
    for (const character of line) {
        const octets = encoder.encode(character).length;
        if (octets > left) {
            pieces.push("");
            left = lineLength - 1;
        }
        pieces[pieces.length - 1] += character;
        left -= octets;
    }
    return pieces.join("\r\n ");
}
