// Which writes of a ledger may wait for the server, and in which order they go: pure rules, nothing is sent here.

/**
 * What may wait is harmless when it is repeated. `stamped`: the methods that take `recordedAt`; `conditional`: the item
 * carries a revision, so that a change somebody else has made meanwhile is found out.
 */
const kinds = [
    { kind: "expense", at: /^\/expenses\/([^/]+)$/, methods: "PUT DELETE", stamped: "PUT DELETE", conditional: true },
    {
        kind: "settlement",
        at: /^\/settlements\/([^/]+)$/,
        methods: "PUT DELETE",
        stamped: "PUT DELETE",
        conditional: true,
    },
    { kind: "comment", at: /^\/expenses\/[^/]+\/comments\/([^/]+)$/, methods: "PUT DELETE", stamped: "PUT" },
    { kind: "participant", at: /^\/participants\/([^/]+)$/, methods: "PUT PATCH DELETE", stamped: "PUT PATCH DELETE" },
    { kind: "participant", at: /^\/participants\/([^/]+)\/reinstate$/, methods: "POST", stamped: "" },
    { kind: "label", at: /^\/labels\/([^/]+)$/, methods: "PUT PATCH DELETE", stamped: "PUT PATCH" },
    { kind: "category", at: /^\/categories\/([^/]+)$/, methods: "PUT PATCH DELETE", stamped: "PUT PATCH" },
    { kind: "category", at: /^\/categories\/([^/]+)\/budget$/, methods: "PUT", stamped: "PUT" },
    { kind: "schedule", at: /^\/schedules\/([^/]+)$/, methods: "PUT DELETE", stamped: "PUT DELETE", conditional: true },
    { kind: "schedule", at: /^\/schedules\/([^/]+)\/occurrences\/\d+$/, methods: "PUT DELETE", stamped: "PUT" },
    { kind: "income", at: /^\/incomes\/([^/]+)$/, methods: "PUT DELETE", stamped: "PUT DELETE", conditional: true },
    { kind: "transfer", at: /^\/transfers\/([^/]+)$/, methods: "PUT DELETE", stamped: "PUT" },
    { kind: "ratio", at: /^\/burden-ratio$/, methods: "PUT", stamped: "PUT" },
    { kind: "goal", at: /^\/saving-goal$/, methods: "PUT", stamped: "PUT" },
    { kind: "ledger", at: /^$/, methods: "PATCH", stamped: "PATCH" },
];

/** `{kind, id, isStamped, isConditional}`; null for what only the server itself can do, now. */
export function readWrite(method, path) {
    const [place, query = ""] = path.split("?");
    // A schedule that is cut in two becomes one more schedule each time it is repeated.
    if (/(^|&)from=/.test(query)) return null;
    for (const { kind, at, methods, stamped, conditional = false } of kinds) {
        const match = at.exec(place);
        if (!match || !methods.split(" ").includes(method)) continue;
        const isStamped = stamped.split(" ").includes(method);
        return { kind, id: match[1] ?? "", isStamped, isConditional: conditional && !/revive/.test(query) };
    }
    return null;
}

/** Stopped: it waits for a person. */
export const isStopped = ({ state }) => state === "refused" || state === "conflict";

/**
 * Whether it has to wait for an earlier one that is stopped: for one of the same thing, or for one that was to make what it
 * speaks of.
 */
export function isHeldUp(op, earlier) {
    const held = [];
    for (const one of earlier) {
        if (isStopped(one) || held.some((other) => concerns(other, one))) held.push(one);
    }
    return held.some((one) => concerns(one, op));
}

function concerns(one, op) {
    if (one.ledger !== op.ledger) return false;
    return isSame(one, op) || (one.makes && speaksOf(op, one.subject));
}

function speaksOf({ path, body }, id) {
    return JSON.stringify([path.split(/[/?]/), body ?? null]).includes(JSON.stringify(id));
}

export function isSame(a, b) {
    return a.ledger === b.ledger && a.kind === b.kind && a.subject === b.subject;
}

/** The first that can go now. */
export function nextToSend(ops) {
    return ops.find((op, place) => !isStopped(op) && !op.sent && !isHeldUp(op, ops.slice(0, place))) ?? null;
}

/** What a correction makes of what was refused: the same write with what was said anew. */
export function corrected(refused, { method, path, body }) {
    const isPart = method === "PATCH" && refused.method === "PUT";
    return isPart ? { method: "PUT", path: refused.path, body: { ...refused.body, ...body } } : {
        method,
        path,
        body: method === "PATCH" && refused.method === "PATCH" ? { ...refused.body, ...body } : body,
    };
}

/** Milliseconds until the next attempt: from 1 s on doubled up to a minute, a little more or less each time. */
export function backOff(attempts, random) {
    const whole = Math.min(60_000, 1000 * 2 ** Math.max(0, attempts - 1));
    return Math.round(whole * (0.75 + random * 0.5));
}

/** What became of an attempt: "sent", "later", "signIn", "meanwhile" or "refused". */
export function outcomeOf(op, problem) {
    if (!problem) return "sent";
    const { status, code } = problem;
    if (status === 401) return "signIn";
    if (!status || status >= 500 || status === 429 || status === 408 || isForeign(problem)) return "later";
    // Somebody has deleted it already, or this very write did and its answer was lost.
    if (op.method === "DELETE" && (status === 404 || status === 410)) return "sent";
    return status === 412 || code === "deleted-meanwhile" ? "meanwhile" : "refused";
}

/** Whoever answers there is not our server: the sign-in page of a hotel, a proxy. What is too large stays too large. */
function isForeign({ status, code }) {
    return code === "unreadable" || (code === `status-${status}` && status !== 413);
}

const lists = {
    ...{ expense: "expenses", settlement: "settlements", schedule: "schedules", income: "incomes" },
    ...{ category: "categories", transfer: "transfers" },
};

/** The item as the server last told it, or null. */
export function knownItem(snapshot, kind, id) {
    const list = { participant: snapshot?.ledger.participants, label: snapshot?.ledger.labels }[kind];
    return (list ?? snapshot?.[lists[kind]] ?? []).find((item) => item.id === id) ?? null;
}

/**
 * `snapshot`: of the ledger as the server last told it; `waiting`: what is before it in the outbox. Null for a write that can not
 * wait.
 */
export function entryFor({ ledger, method, path, body = null, recordedAt }, snapshot, waiting) {
    const read = readWrite(method, path);
    if (!read) return null;
    const { kind, id: subject, isConditional } = read;
    const entry = { ledger, method, path, body, recordedAt, kind, subject };
    const follows = waiting.some((op) => isSame(op, entry));
    const known = knownItem(snapshot, kind, subject);
    return {
        ...entry,
        follows: follows && isConditional,
        makes: method === "PUT" && path.endsWith(subject) && subject !== "" && !known && !follows,
        base: isConditional && !follows ? known?.revision ?? null : null,
        before: known,
    };
}
