// Who paid, as it was typed: one person, or several with what each of them paid.

import { moneyToText, sum } from "./money.js";
import { difference, typedMoney } from "./split-draft.js";

/**
 * `draft`: `{payerId, paid}`, where `paid` is `{participantId: text}` when several have paid and else nothing. Answers
 * `{payerId, payers, problems}`; `payers` is null for one payer, and `payerId` the first of several.
 */
export function readPayers({ payerId, paid }, { amount, digits }) {
    if (!paid) return { payerId, payers: null, problems: payerId ? [] : [{ field: "payerId", code: "missing" }] };
    const typed = Object.entries(paid).filter(([, text]) => text.trim() !== "");
    const read = typed.map(([participantId, text]) => ({ participantId, paid: typedMoney(text.trim(), digits) }));
    const found = read.filter((one) => one.paid !== 0n);
    const problems = payersProblems(found, amount);
    const payers = found.map((one) => ({
        participantId: one.participantId,
        amount: moneyToText(one.paid ?? 0n, digits),
    }));
    return { payerId: payers[0]?.participantId ?? null, payers: payers.length > 1 ? payers : null, problems };
}

function payersProblems(found, amount) {
    if (found.length === 0) return [{ field: "payers", code: "missing" }];
    if (found.some(({ paid }) => paid === null)) return [{ field: "payers", code: "malformed" }];
    const by = amount === null ? 0n : amount - sum(found.map(({ paid }) => paid));
    return by === 0n ? [] : [difference("payers", by)];
}
