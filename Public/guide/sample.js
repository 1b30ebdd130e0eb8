// Four people and what they spent: something for the specimens to show.

import { Ledger } from "../core/ledger.js";

const names = ["Anna", "Ben", "Chloé", "Dmitri", "Émile Zola", "Fatima"];

export const ledger = new Ledger({
    ledger: {
        ...{
            id: "guide",
            name: "Lisbon",
            currency: "EUR",
            minorDigits: 2,
            schemaVersion: 2,
            kind: "group",
            revision: 1,
        },
        participants: names.map((name, place) => ({ id: `person-${place}`, name })),
        ...{ labels: [], myParticipantId: "person-0", defaultSplit: { mode: "equal" } },
    },
    ...{ expenses: [], settlements: [], categories: [], ratios: [], schedules: [], incomes: [], transfers: [] },
});

/** The four who are in everything. */
export const friends = ledger.participants.slice(0, 4);
