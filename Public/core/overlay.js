// What waits to be sent, laid over what the server last told: wire form in, wire form out, by the rules of the server.
// So lists, shares, balances and the settle-up plan are computed of both by the very same code.

import { overlayComment, overlayExpense, overlaySettlement } from "./overlay-entries.js";
import { overlayLabel, overlayParticipant } from "./overlay-roster.js";
import {
    overlayCategory,
    overlayGoal,
    overlayIncome,
    overlayRatio,
    overlaySchedule,
    overlayTransfer,
} from "./overlay-plans.js";
import { withCounts } from "./overlay-list.js";

const rules = {
    expense: overlayExpense,
    settlement: overlaySettlement,
    comment: overlayComment,
    participant: overlayParticipant,
    label: overlayLabel,
    category: overlayCategory,
    schedule: overlaySchedule,
    income: overlayIncome,
    transfer: overlayTransfer,
    ratio: overlayRatio,
    goal: overlayGoal,
    ledger: overlayLedger,
};

/**
 * `ops`: `{kind, subject, method, path, body, recordedAt, state}`, in their order. The very same snapshot when there are none. A
 * write that can not be laid over (of an older version of the app, say) waits all the same and is only not shown.
 */
export function overlay(snapshot, ops) {
    if (ops.length === 0) return snapshot;
    // When one has been tried in vain, all of them wait.
    const tried = ops.some(({ attempts }) => attempts > 0);
    return withCounts(ops.reduce((laid, op) => laidOver(laid, { ...op, tried }), snapshot), snapshot);
}

function laidOver(snapshot, op) {
    if (!shows(op)) return flagged(snapshot, op);
    try {
        return rules[op.kind](snapshot, op);
    } catch {
        return snapshot;
    }
}

/** In a conflict the other's version stands until somebody has decided; what may not be deleted stays. */
function shows({ method, state }) {
    return state !== "conflict" && !(state === "refused" && method === "DELETE");
}

const flaggedLists = {
    ...{ expense: "expenses", settlement: "settlements", category: "categories" },
    ...{ schedule: "schedules", income: "incomes", transfer: "transfers" },
};

/** The item keeps what it says and gets the mark of the write. */
function flagged(snapshot, { kind, subject, state, seq }) {
    const mark = (item) => (item.id === subject ? { ...item, waiting: { state, seq, tried: true } } : item);
    const inLedger = { participant: "participants", label: "labels" }[kind];
    if (inLedger) {
        return { ...snapshot, ledger: { ...snapshot.ledger, [inLedger]: snapshot.ledger[inLedger].map(mark) } };
    }
    const list = flaggedLists[kind];
    return list && snapshot[list] ? { ...snapshot, [list]: snapshot[list].map(mark) } : snapshot;
}

function overlayLedger(snapshot, { body }) {
    const { name, timeZone, defaultSplit } = body;
    const said = Object.entries({ name, timeZone }).filter(([, value]) => value);
    const split = defaultSplit && { defaultSplit: defaultSplit.mode === "equal" ? null : defaultSplit };
    return { ...snapshot, ledger: { ...snapshot.ledger, ...Object.fromEntries(said), ...split } };
}
