// Reads the same sealed folder as bench-open does, with what Node brings along: OpenSSL's AES-256-GCM, JSON.parse, and a
// plain fold into maps with equal shares. Prints the processor seconds of each step (all of Node's threads) as JSON.
import { createDecipheriv } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";

const [folder, code] = process.argv.slice(2);
const key = Buffer.from(code.split(".")[1], "base64url");
const spent = { read: 0, decrypt: 0, decode: 0, fold: 0 };

function timed(step, work) {
    const start = process.cpuUsage();
    const result = work();
    const used = process.cpuUsage(start);
    spent[step] += (used.user + used.system) / 1e6;
    return result;
}

function decrypt(sealed) {
    const cipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, 12));
    cipher.setAuthTag(sealed.subarray(-16));
    return Buffer.concat([cipher.update(sealed.subarray(12, -16)), cipher.final()]);
}

function revive(event) {
    const amount = event.payload.input?.amount;
    if (amount) event.payload.input.amount = BigInt(amount.$bigint);
    return event;
}

function decode(plaintext) {
    return plaintext.toString("utf8").split("\n").filter((line) => line).map((line) => revive(JSON.parse(line)));
}

function apply(state, { kind, payload }) {
    if (kind === "ExpenseCreated") state.expenses.set(payload.expenseId, payload.input);
    if (kind === "ExpenseUpdated" && state.expenses.has(payload.expenseId)) {
        state.expenses.set(payload.expenseId, payload.input);
    }
    if (kind === "ExpenseDeleted") state.expenses.delete(payload.expenseId);
    if (kind === "SettlementRecorded") state.settlements.set(payload.settlementId, payload.input);
    if (kind === "SettlementDeleted") state.settlements.delete(payload.settlementId);
}

function fold(events) {
    const order = (a, b) => (a.entryAt < b.entryAt ? -1 : a.entryAt > b.entryAt ? 1 : a.id < b.id ? -1 : 1);
    const state = { expenses: new Map(), settlements: new Map() };
    const known = new Set();
    for (const event of events.sort(order)) {
        if (known.has(event.id)) continue;
        known.add(event.id);
        apply(state, event);
    }
    return state;
}

const events = [];
let bytes = 0;
for (const path of readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".jsonl")).sort()) {
    const sealed = timed("read", () => readFileSync(`${folder}/${path}`));
    const plaintext = timed("decrypt", () => decrypt(sealed));
    for (const event of timed("decode", () => decode(plaintext))) events.push(event);
    bytes += plaintext.length;
}
const state = timed("fold", () => fold(events));
const peakMB = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ events: events.length, bytes, ...spent, peakMB, expenses: state.expenses.size }));
