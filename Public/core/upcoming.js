// What is still to come in a ledger: what is expected and has no bill yet, and every time that something repeats.

import { occurrencesIn } from "./recurrence.js";

/**
 * `[{id, day, title, amount, kind}]` by day, up to `until`. `occurrences` are the server's, by schedule, with what was skipped or
 * changed; where they are not known the schedule itself tells.
 */
export function upcoming({ expenses, schedules }, occurrences, { today, until }) {
    const expected = expenses.filter((one) => one.expected && one.executionDate <= until)
        .map(({ id, executionDate, title, amount }) => ({ id, day: executionDate, title, amount, kind: "expected" }));
    const repeating = schedules.filter(({ ended }) => !ended).flatMap((schedule) => {
        const known = occurrences.get(schedule.id) ?? occurrencesIn(schedule, today, until);
        return known.filter(({ date, state }) => date >= today && date <= until && state !== "skipped")
            .map((one) => occurrence(schedule, one));
    });
    return [...expected, ...repeating].sort((a, b) => (a.day === b.day ? 0 : a.day < b.day ? -1 : 1));
}

function occurrence({ id, title, amount }, { k, date, expense }) {
    const own = expense && { title: expense.title, amount: expense.amount };
    return { id: `${id}.${k}`, day: expense?.executionDate ?? date, title, amount, ...own, kind: "repeating" };
}
