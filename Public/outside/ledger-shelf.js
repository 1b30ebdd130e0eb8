// How a ledger is kept on this device: in pieces, so that a change of one expense does not write ten thousand, and so that
// reading leaves the page free in between. Beside them lies a glimpse: what the list can show before all of it has been read.

import { readOnce } from "../core/ledger.js";
import { newId } from "./dice.js";
import { freeAgain } from "./pauses.js";

const glimpseKey = (id) => `glimpse ${id}`;
const key = (id, piece) => `ledger ${id} ${piece}`;

export class LedgerShelf {
    #shelf;
    /** By ledger: what lies on the shelf as far as this page knows, `{version, pieces}`. */
    #known = new Map();

    constructor(shelf) {
        this.#shelf = shelf;
    }

    /** As `Ledger.glimpse` was; undefined when the ledger is not kept. */
    async glimpse(id) {
        return (await this.#shelf.read(glimpseKey(id)))?.glimpse;
    }

    /** `{snapshot, reckoned}`, or undefined. What is `seen` already, of the newest expenses, stays the same object. */
    async read(id, seen = []) {
        const kept = (await this.#shelf.readAll(key(id, ""))) ?? [];
        const head = kept.find(({ piece }) => piece === "head");
        if (!head) return undefined;
        const pieces = await parsed(kept.filter((one) => one !== head), head.snapshot.ledger.minorDigits);
        takeSeen(pieces, seen);
        this.#known.set(id, { version: head.version, pieces });
        const glimpsed = await this.#shelf.read(glimpseKey(id));
        const reckoned = glimpsed?.version === head.version ? glimpsed.glimpse.reckoned : {};
        return { snapshot: assembled(head.snapshot, pieces), reckoned };
    }

    /** Writes what differs from what is there; everything, if another page has written since. */
    keep(id, snapshot, glimpse) {
        const { expenses, settlements, ...rest } = snapshot;
        const pieces = new Map([...byMonth(expenses), ["settlements", settlements]]);
        const version = newId();
        return this.#shelf.change(key(id, "head"), (head) => {
            const known = this.#known.get(id);
            const before = head && head.version === known?.version ? known.pieces : new Map();
            this.#known.set(id, { version, pieces });
            const changed = [...pieces].filter(([piece, list]) => !isSame(before.get(piece), list));
            const gone = (head?.pieces ?? []).filter((piece) => !pieces.has(piece));
            return {
                keep: [
                    [key(id, "head"), { piece: "head", version, pieces: [...pieces.keys()], snapshot: rest }],
                    [glimpseKey(id), { version, glimpse }],
                    ...changed.map(([piece, list]) => [key(id, piece), { piece, text: JSON.stringify(list) }]),
                ],
                remove: gone.map((piece) => key(id, piece)),
            };
        });
    }

    remove(id) {
        this.#known.delete(id);
        return this.#shelf.change(key(id, "head"), (head) => ({
            remove: [...(head?.pieces ?? []), "head"].map((piece) => key(id, piece)).concat(glimpseKey(id)),
        }));
    }
}

/** The months of expenses, the newest first as they are looked at first. */
function byMonth(expenses) {
    const months = new Map();
    for (const expense of expenses) {
        const month = expense.executionDate.slice(0, 7);
        if (months.has(month)) months.get(month).push(expense);
        else months.set(month, [expense]);
    }
    return months;
}

function isSame(kept, list) {
    return kept?.length === list.length && list.every((one, place) => one === kept[place]);
}

/** Reads the texts, and the expenses in them once, a few at a time. */
async function parsed(kept, digits) {
    const pieces = new Map();
    for (const { piece, text } of kept) {
        const list = JSON.parse(text);
        if (piece !== "settlements") { for (const expense of list) readOnce(expense, digits); }
        pieces.set(piece, list);
        await freeAgain();
    }
    return pieces;
}

/** Rows that show what is seen need not be built again. */
function takeSeen(pieces, seen) {
    for (const expense of seen) {
        const month = pieces.get(expense.executionDate.slice(0, 7)) ?? [];
        const place = month.findIndex(({ id }) => id === expense.id);
        if (place >= 0 && JSON.stringify(month[place]) === JSON.stringify(expense)) month[place] = expense;
    }
}

function assembled(rest, pieces) {
    const { settlements = [], ...months } = Object.fromEntries(pieces);
    return { ...rest, expenses: Object.values(months).flat(), settlements };
}
