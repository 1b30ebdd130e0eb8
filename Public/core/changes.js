// What differs between two versions of an expense, field by field, in the API's form.

const fields = [
    ...["title", "amount", "executionDate", "payerId", "payers", "splitParticipantIds", "split", "labelIds", "note"],
    ...["categoryId", "spread", "expected"],
];

export function changesBetween(before, after) {
    return fields
        .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
        .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}
