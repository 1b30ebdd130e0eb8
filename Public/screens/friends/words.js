// How one stands with a friend, over all ledgers, one currency beside the other.

import { magnitude, moneyFromText } from "../../core/money.js";
import { formats, money, say } from "../../elements/voice.js";

/** How many decimals a currency has, where no ledger says it. */
export function digitsOf(currency) {
    const style = { style: "currency", currency };
    return new Intl.NumberFormat("en", style).resolvedOptions().maximumFractionDigits;
}

/** "owes you €12.30", "you owe ¥400", also both; or that nothing is open, or that open items cancel out. */
export function standingWords({ state, balances }) {
    const open = balances.map((one) => ({ ...one, minor: moneyFromText(one.amount, digitsOf(one.currency)) }))
        .filter(({ minor }) => minor !== 0n);
    if (open.length === 0) return say(`friends.${state === "even" ? "even" : "settled"}`);
    return formats.list(open.map(({ currency, minor }) => {
        const amount = money(magnitude(minor), { currency, minorDigits: digitsOf(currency) });
        return say(minor > 0n ? "friends.owesYou" : "friends.youOwe", { amount });
    }));
}

/** Where a friend stands in one ledger. */
export function ledgerWords({ balance, currency }) {
    if (balance === null || balance === undefined) return currency;
    return standingWords({ state: "settled", balances: [{ currency, amount: balance }] });
}
