// What an entry of the feed says happened, from its fields: which text tells it, and what stands in that text's holes.
//
// A hole is `{text}` as it is, or `{field, value}` to be written as that field is everywhere.

const noEffect = / \(without effect\)$/;

/** Answers `{variant, holes, isFutile}`, or null for a kind that this version does not know. */
export function deedOf(item) {
    const told = tellers[item.kind]?.(new Fields(item));
    if (!told) return null;
    const [variant, holes] = told;
    if (Object.values(holes).some((hole) => hole.value === undefined && hole.text === undefined)) return null;
    return { variant, holes, isFutile: noEffect.test(item.summary) };
}

/** The changes of an entry by field, and what its summary alone knows. */
class Fields {
    constructor({ subject, changes, summary }) {
        this.title = { text: subject.title };
        this.changes = new Map(changes.map((change) => [change.field, change]));
        this.isRevival = summary.startsWith("Brought ");
        this.date = summary.match(/(?:from|of) (\d{4}-\d\d(?:-\d\d)?)(?: |:|$)(?!.*(?:from|of) \d{4}-\d\d)/)?.[1];
    }

    has(field) {
        return this.changes.has(field);
    }

    after(field) {
        return { field, value: this.changes.get(field)?.after ?? undefined };
    }

    before(field) {
        return { field, value: this.changes.get(field)?.before ?? undefined };
    }

    /** Of what came or of what went. */
    either(field) {
        const { value } = this.after(field);
        return value === undefined ? this.before(field) : { field, value };
    }
}

const titled = (variant) => ({ title }) => [variant, { title }];

function named(variant) {
    return (
        fields,
    ) => [variant, { title: fields.either("name").value === undefined ? fields.title : fields.either("name") }];
}

function renamed(variant) {
    return (fields) => [variant, { before: fields.before("name"), after: fields.after("name") }];
}

/** Something with an amount that was entered, or brought back. */
function entered(variant, ...more) {
    return (fields) => {
        const holes = { title: fields.title, amount: fields.after("amount") };
        for (const field of more) holes[field] = fields.after(field);
        return [fields.isRevival ? `${variant}.again` : variant, holes];
    };
}

function settingsChanged(fields) {
    const only = fields.changes.size === 1;
    if (only && fields.has("archived")) return [fields.after("archived").value ? "archived.yes" : "archived.no", {}];
    if (only && fields.has("timeZone")) return ["timeZone", { zone: fields.after("timeZone") }];
    return [only && fields.has("defaultSplit") ? "defaultSplit" : "settings", {}];
}

function expenseCreated(fields) {
    const [variant, holes] = entered("expense")(fields);
    const isExpected = variant === "expense" && fields.after("expected").value === true;
    return [isExpected ? "expected" : variant, holes];
}

/** What was expected and is known now is told as that. */
function expenseUpdated(fields) {
    const isReconciled = fields.before("expected").value === true && fields.after("estimate").value;
    if (!isReconciled) return ["expenseChanged", { title: fields.title }];
    const amount = fields.has("amount") ? fields.after("amount") : estimated(fields);
    const neverCame = /^0(\.0*)?$/.test(amount.value);
    return neverCame ? ["neverCame", { title: fields.title }] : ["reconciled", { title: fields.title, amount }];
}

function estimated(fields) {
    return { field: "amount", value: fields.after("estimate").value.amount };
}

/** What holds from a date on was said, ended, or forgotten. */
function planned(variant, field) {
    return (fields) => {
        const holes = { title: fields.title, from: fields.date && { field: "from", value: fields.date } };
        if (!holes.from) return null;
        if (fields.after(field).value !== undefined) return [variant, { ...holes, [field]: fields.after(field) }];
        const isForgotten = fields.has("from") && fields.after("from").value === undefined;
        return [`${variant}.${isForgotten ? "forgotten" : "ended"}`, holes];
    };
}

function occurrence(variant) {
    return (fields) => [variant, { title: fields.title, day: { field: "date", value: fields.date } }];
}

function transfer(variant) {
    return (fields) => {
        const direction = fields.either("direction").value;
        return [`${variant}.${direction}`, { amount: fields.either("amount"), person: fields.either("participantId") }];
    };
}

function settlement(fields) {
    const [from, to] = [fields.after("fromParticipantId"), fields.after("toParticipantId")];
    return ["settlement", { from, to, amount: fields.after("amount") }];
}

const tellers = {
    ledgerRenamed: (fields) => ["ledgerNamed", { name: fields.after("name") }],
    ledgerSettingsChanged: settingsChanged,
    participantAdded: named("personAdded"),
    participantRenamed: renamed("personRenamed"),
    participantColoured: (fields) => ["personColoured", { title: fields.title, colour: fields.after("colour") }],
    participantRetired: titled("personRetired"),
    participantReinstated: titled("personReinstated"),
    participantMerged: (fields) => ["personMerged", { title: fields.title, other: fields.after("intoParticipantId") }],
    participantUnmerged: titled("personUnmerged"),
    participantClaimed: titled("personClaimed"),
    participantReleased: titled("personReleased"),
    labelCreated: named("labelCreated"),
    labelRenamed: renamed("labelRenamed"),
    labelDeleted: named("labelDeleted"),
    expenseCreated,
    expenseUpdated,
    expenseDeleted: titled("expenseDeleted"),
    commentAdded: (fields) => ["commented", { title: fields.title, text: fields.after("text") }],
    commentDeleted: titled("commentDeleted"),
    settlementRecorded: settlement,
    settlementUpdated: titled("settlementChanged"),
    settlementDeleted: titled("settlementDeleted"),
    categoryCreated: (fields) => [`categoryCreated${fields.isRevival ? ".again" : ""}`, { title: fields.title }],
    categoryChanged: titled("categoryChanged"),
    categoryDeleted: titled("categoryDeleted"),
    budgetSet: planned("budget", "amount"),
    burdenRatioSet: planned("ratio", "weights"),
    savingGoalSet: planned("saving", "amount"),
    scheduleCreated: entered("schedule", "schedule"),
    scheduleUpdated: titled("scheduleChanged"),
    scheduleDeleted: titled("scheduleDeleted"),
    occurrenceChanged: occurrence("occurrenceChanged"),
    occurrenceSkipped: occurrence("occurrenceSkipped"),
    occurrenceRestored: occurrence("occurrenceRestored"),
    incomeRecorded: entered("income", "participantId"),
    incomeUpdated: titled("incomeChanged"),
    incomeDeleted: titled("incomeDeleted"),
    transferRecorded: transfer("transferred"),
    transferDeleted: transfer("transferDeleted"),
};
