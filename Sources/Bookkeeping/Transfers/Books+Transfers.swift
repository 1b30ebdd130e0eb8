package import Accounts
package import LedgerCore
import SQLiteStore

/// Money to be moved to another ledger of the same person.
package struct NewTransfer: Sendable {
    let to: LedgerID
    let amount: Money
    /// Nil: today.
    let date: CalendarDay?
    /// Nil: whoever the account is.
    let participant: ParticipantID?
    let note: String?

    package init(to: LedgerID, amount: Money, date: CalendarDay?, participant: ParticipantID?, note: String?) {
        self.to = to
        self.amount = amount
        self.date = date
        self.participant = participant
        self.note = note
    }
}

/// A transfer is recorded in two ledgers under one id, first where it comes from. Two ledgers are never written in one commit:
/// what is broken off between them is finished by asking for the same again.
extension Books {
    /// - Parameter id: chosen by the client; without one it is that of the same transfer which is recorded here alone, or new.
    package func transfer(
        _ wanted: NewTransfer, as id: TransferID? = nil, from ledger: OpenLedger, by caller: Caller, at instant: Instant
    ) async throws -> Transfer {
        // One at a time: two that name different ledgers at once would leave the money in both.
        try await transfers.run { [self] in try await move(wanted, as: id, from: ledger, by: caller, at: instant) }
    }

    private func move(
        _ wanted: NewTransfer, as id: TransferID?, from ledger: OpenLedger, by caller: Caller, at instant: Instant
    ) async throws -> Transfer {
        let there = try await destination(of: wanted, from: ledger, for: caller)
        let known = await there.ledger.read { Set($0.state.transfers.keys) }
        let (devices, fresh) = (try await devices(of: caller), world.makeID(TransferID.self))
        let (device, event) = (caller.device.id, world.makeID(EventID.self))
        // Looked at before anything is recorded, so that a refusal leaves nothing anywhere.
        let plan = try await ledger.read { view throws(any Error) in
            let input = try view.transferOut(wanted, devices)
            let unfinished = view.state.transfers.values.filter { $0.input == input && !known.contains($0.id) }
            let id = id ?? unfinished.map(\.id).min() ?? fresh
            _ = try view.ledger.accept(
                .recordTransfer(id, input), by: device, at: instant, eventID: event, schemaVersion: 2)
            return (id: id, input: input, earlier: view.state.transfers[id]?.input.otherLedger)
        }
        let arrival = TransferInput(
            participant: there.me, direction: .into, amount: wanted.amount, date: plan.input.date,
            otherLedger: ledger.id, note: wanted.note)
        let goneFrom = plan.earlier.flatMap { $0 == wanted.to ? nil : $0 }
        // It may have been taken back there, when it was sent elsewhere before.
        let arriving = Proposal.recordTransfer(plan.id, arrival, revives: goneFrom != nil)
        try await there.ledger.read { view throws(Refusal) in
            _ = try view.ledger.accept(arriving, by: device, at: instant, eventID: event, schemaVersion: 2)
        }
        if let earlier = goneFrom {
            guard caller.ledgers.contains(earlier) else { throw TransferRefusal.arrivedWithOthers }
            // Before it is written here: as long as that is not done, it is known where else it is.
            try await takeBack(plan.id, from: earlier, recordedIn: ledger.id, by: caller)
        }
        let transfer = try await ledger.record(by: device, at: instant) { _ in
            [.recordTransfer(plan.id, plan.input)]
        } answer: { view, _ in
            view.state.transfers[plan.id]
        }
        try await there.ledger.record(by: device, at: instant) { view in
            (view.participant(of: device) == nil ? [.claim(there.me)] : []) + [arriving]
        } answer: { _, _ in
        }
        guard let transfer else { throw Denial.notFound(.ledger) }
        return transfer
    }

    /// In the other ledger first: as long as it is here, it can be asked for again.
    package func deleteTransfer(_ id: TransferID, in ledger: OpenLedger, by caller: Caller) async throws {
        try await transfers.run { [self] in
            let other = await ledger.read { $0.state.transfers[id]?.input.otherLedger }
            if let other, caller.ledgers.contains(other) {
                try await takeBack(id, from: other, recordedIn: ledger.id, by: caller)
            }
            try await ledger.record([.deleteTransfer(id)], by: caller.device.id)
        }
    }

    /// Unless what is there under this id is of another ledger.
    private func takeBack(
        _ id: TransferID, from other: LedgerID, recordedIn ledger: LedgerID, by caller: Caller
    ) async throws {
        try await self.ledger(other, for: caller).record(by: caller.device.id) { view in
            view.state.transfers[id]?.input.otherLedger == ledger ? [.deleteTransfer(id)] : []
        } answer: { _, _ in
        }
    }

    private func destination(
        of wanted: NewTransfer, from ledger: OpenLedger, for caller: Caller
    ) async throws -> (ledger: OpenLedger, me: ParticipantID) {
        guard wanted.to != ledger.id else { throw TransferRefusal.toItself }
        let other = try await self.ledger(wanted.to, for: caller)
        guard other.currency == ledger.currency else { throw TransferRefusal.otherCurrency(other.currency.code) }
        guard try facts(of: wanted.to).schemaVersion >= 2 else { throw TransferRefusal.needsUpgrade }
        let devices = try await devices(of: caller)
        guard let me = await other.read({ $0.participant(ofAnyOf: devices) }) else { throw TransferRefusal.nobodyThere }
        return (other, me)
    }

    /// All that ever were the caller's, first the one that asks.
    private func devices(of caller: Caller) async throws -> [DeviceID] {
        [caller.device.id] + (try await kept { try await store.allDevices(of: caller.account.id) })
    }
}

extension LedgerView {
    fileprivate func transferOut(_ wanted: NewTransfer, _ devices: [DeviceID]) throws(TransferRefusal) -> TransferInput
    {
        let mine = identity(of: devices).participants
        guard let me = wanted.participant.map(state.resolved) ?? participant(ofAnyOf: devices) else {
            throw .nobodyHere
        }
        guard mine.contains(me) else { throw .notMine }
        return TransferInput(
            participant: me, direction: .out, amount: wanted.amount, date: wanted.date ?? today,
            otherLedger: wanted.to, note: wanted.note)
    }
}
