// What the server has reckoned about a budget, with its amounts as BigInt: read once, at the door.

import { moneyFromText } from "./money.js";

const amounts = new Set([
    ...["amount", "limit", "spent", "remaining", "projected", "income", "recurring", "spread", "expected", "saving"],
    ...["variableBefore", "pool", "available", "spentToday", "leftToday", "individual", "shared", "total", "spending"],
    ...["actual", "variance", "share", "net", "paid", "estimate"],
]);

/** The answer, with every amount in minor units; what is no amount stays as it is. */
export function inMinorUnits(answer, digits) {
    if (Array.isArray(answer)) return answer.map((one) => inMinorUnits(one, digits));
    if (answer === null || typeof answer !== "object") return answer;
    return Object.fromEntries(
        Object.entries(answer).map(([name, value]) => [name, read(name, value, digits)]),
    );
}

/** A whole expense is left as it came: `Ledger` reads those. */
function read(name, value, digits) {
    if (name === "expense") return value;
    if (typeof value !== "string" || !amounts.has(name)) return inMinorUnits(value, digits);
    return moneyFromText(value, digits);
}
