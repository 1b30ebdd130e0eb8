// Who owes whom (SC-FR-BAL-1): raw and pairwise, a pure function of expenses and settlements.

import { byId } from "./ids.js";
import { debtsOf } from "./payers.js";

/** Net debts. `owes(a, b)` is what a owes b; it is always `-owes(b, a)`. */
export class Balances {
    #net = new Map();

    constructor(expenses, settlements) {
        for (const expense of expenses) {
            for (const { debtorId, creditorId, amount } of debtsOf(expense)) this.add(debtorId, creditorId, amount);
        }
        for (const { fromParticipantId, toParticipantId, amount } of settlements) {
            this.add(fromParticipantId, toParticipantId, -amount);
        }
    }

    owes(a, b) {
        return a < b ? (this.#net.get(`${a} ${b}`) ?? 0n) : -(this.#net.get(`${b} ${a}`) ?? 0n);
    }

    /** Every open debt once, as `{debtorId, creditorId, amount}` with a positive amount. */
    pairs() {
        const open = [];
        for (const [key, net] of this.#net) {
            const [first, second] = key.split(" ");
            if (net > 0n) open.push({ debtorId: first, creditorId: second, amount: net });
            if (net < 0n) open.push({ debtorId: second, creditorId: first, amount: -net });
        }
        return open.sort((p, q) => byId(p.debtorId, q.debtorId) || byId(p.creditorId, q.creditorId));
    }

    /** What each is owed (positive) or owes (negative) in all; the sum over everybody is zero. */
    positions(participantIds) {
        const positions = new Map(participantIds.map((id) => [id, 0n]));
        for (const { debtorId, creditorId, amount } of this.pairs()) {
            positions.set(debtorId, (positions.get(debtorId) ?? 0n) - amount);
            positions.set(creditorId, (positions.get(creditorId) ?? 0n) + amount);
        }
        return positions;
    }

    /** What one person is owed (positive) or owes (negative) in all. */
    position(participantId) {
        let sum = 0n;
        for (const [key, net] of this.#net) {
            const [first, second] = key.split(" ");
            sum += first === participantId ? -net : second === participantId ? net : 0n;
        }
        return sum;
    }

    copy() {
        const copy = new Balances([], []);
        copy.#net = new Map(this.#net);
        return copy;
    }

    /** What one participant owes or is owed, person by person (SC-FR-BAL-2), the largest first. */
    of(participantId) {
        return this.pairs()
            .filter((pair) => pair.debtorId === participantId || pair.creditorId === participantId)
            .map(({ debtorId, creditorId, amount }) =>
                debtorId === participantId
                    ? { participantId: creditorId, amount, direction: "youOwe" }
                    : { participantId: debtorId, amount, direction: "owesYou" }
            )
            .sort((
                p,
                q,
            ) => (p.amount === q.amount ? byId(p.participantId, q.participantId) : p.amount < q.amount ? 1 : -1));
    }

    /** What `debtorId` owes more, or less. */
    add(debtorId, creditorId, amount) {
        const [key, signed] = debtorId < creditorId
            ? [`${debtorId} ${creditorId}`, amount]
            : [`${creditorId} ${debtorId}`, -amount];
        this.#net.set(key, (this.#net.get(key) ?? 0n) + signed);
    }
}
