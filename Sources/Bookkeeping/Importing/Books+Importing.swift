package import Accounts
package import Interchange
package import LedgerCore
import Synchronization

/// Carrying out what a file says. Each ledger takes all of its part in one commit, or none of it.
extension Books {
    /// Everything is looked at before anything is written; with `isDryRun` nothing is. New ledgers are made first: should one
    /// of several ledgers refuse what the others took, the import can be taken back as one.
    package func carryOut(
        _ plan: ImportPlan, as id: ImportID, _ targets: [ImportTarget],
        after progress: ImportProgress = ImportProgress(), by caller: Caller, at instant: Instant, isDryRun: Bool
    ) async throws -> [ImportOutcome] {
        try plan.check(targets)
        return try await progress.line.run { [self] in
            try await carryOutInTurn(plan, id, targets, progress, by: caller, instant, isDryRun)
        }
    }

    private func carryOutInTurn(
        _ plan: ImportPlan, _ id: ImportID, _ targets: [ImportTarget], _ progress: ImportProgress, by caller: Caller,
        _ instant: Instant, _ isDryRun: Bool
    ) async throws -> [ImportOutcome] {
        var ledgers: [OpenLedger?] = []
        for (place, target) in targets.enumerated() {
            ledgers.append(try await existing(target, place, plan.books[target.book], progress, for: caller))
        }
        var outcomes: [ImportOutcome] = []
        for (target, known) in zip(targets, ledgers) {
            if let known {
                let mapped = target.mapped(progress, into: known.id)
                if !isDryRun { try await claim(target, as: mapped.people, in: known, by: caller.device.id) }
                outcomes.append(try await carryOut(plan, id, mapped, in: known, caller, instant, isDryRun))
            } else if isDryRun {
                outcomes.append(plan.outcomeInNewLedger(target))
            } else {
                let ledger = try await create(target, plan, progress, by: caller)
                let mapped = target.mapped(progress, into: ledger.id)
                try await claim(target, as: mapped.people, in: ledger, by: caller.device.id)
                var outcome = try await carryOut(plan, id, mapped, in: ledger, caller, instant, false)
                outcome.participants = target.people.count
                outcomes.append(outcome)
            }
        }
        return outcomes
    }

    private func carryOut(
        _ plan: ImportPlan, _ id: ImportID, _ target: ImportTarget, in ledger: OpenLedger, _ caller: Caller,
        _ instant: Instant, _ isDryRun: Bool
    ) async throws -> ImportOutcome {
        let world = world
        let propose = { @Sendable (view: LedgerView) in
            ImportProposals(plan, target, into: ledger.id, as: view, world)
        }
        if isDryRun { return await ledger.read { propose($0).outcome } }
        let planned = Mutex(ImportOutcome())
        return try await ledger.record(by: caller.device.id, at: instant, importing: id) { view in
            let made = propose(view)
            planned.withLock { $0 = made.outcome }
            return made.proposals
        } answer: { _, _ in
            planned.withLock { $0 }
        }
    }

    /// Also the ledger that an earlier commit of the plan made, which is the account's by now whatever the caller's were.
    private func existing(
        _ target: ImportTarget, _ place: Int, _ book: ImportBook, _ progress: ImportProgress, for caller: Caller
    ) async throws -> OpenLedger? {
        let ledger: OpenLedger
        switch target.place {
        case .new(_, let currency, _):
            if book.currency == nil, currency == nil { throw ImportObjection.needsCurrency(target: place) }
            if let currency { try book.check(currency, place) }
            guard let made = progress.made(for: target.book), try isMember(caller.account.id, of: made.ledger) else {
                return nil
            }
            ledger = try await self.ledger(made.ledger, for: caller.account.id)
        case .existing(let id):
            ledger = try await self.ledger(id, for: caller)
        }
        try book.check(ledger.currency, place)
        return ledger
    }

    /// A new ledger has its people from the start: then who is who is known.
    private func create(
        _ target: ImportTarget, _ plan: ImportPlan, _ progress: ImportProgress, by caller: Caller
    ) async throws -> OpenLedger {
        guard case .new(let name, let currency, _) = target.place else {
            throw ImportObjection.noSuchBook(target.book)
        }
        let people = target.people.sorted { $0.key < $1.key }
        let names = people.map { person, identity in
            if case .newcomer(let name) = identity { name } else { plan.people[person].name }
        }
        let wanted = NewLedger(
            name: name, currency: currency ?? plan.books[target.book].currency ?? .euro, participants: names,
            me: nil, folder: nil)
        let ledger = try await create(wanted, by: caller)
        // Added in one moment, people stand in the order of their ids, which is that of their names here.
        let ids = await ledger.read { $0.state.participants.keys.sorted() }
        let known = zip(people.map(\.key), ids).map { ($0, ImportTarget.Identity.participant($1)) }
        progress.note(.init(ledger: ledger.id, people: Dictionary(uniqueKeysWithValues: known)), for: target.book)
        return ledger
    }

    /// Who the maker of a new ledger is, said by the id since two may have the same name. Who is somebody there already
    /// stays that.
    private func claim(
        _ target: ImportTarget, as people: [Int: ImportTarget.Identity], in ledger: OpenLedger, by device: DeviceID
    ) async throws {
        guard case .new(_, _, let me?) = target.place, case .participant(let mine)? = people[me] else { return }
        try await ledger.record(by: device) { view in
            view.participant(of: device) == nil ? [.claim(mine)] : []
        } answer: { _, _ in
        }
    }
}

extension ImportTarget {
    /// A book that became a new ledger knows its people there.
    fileprivate func mapped(_ progress: ImportProgress, into ledger: LedgerID) -> ImportTarget {
        guard case .new = place, let made = progress.made(for: book), made.ledger == ledger else { return self }
        return ImportTarget(
            book: book, place: .existing(ledger), people: people.merging(made.people) { $1 }, leftOut: leftOut,
            labels: labels)
    }
}

extension ImportBook {
    fileprivate func check(_ ledger: Currency, _ target: Int) throws(ImportObjection) {
        if let currency, currency != ledger {
            throw .otherCurrency(target: target, file: currency.code, ledger: ledger.code)
        }
        if currency == nil, digits != ledger.digits { throw .otherDigits(target: target, ledger: ledger.code) }
    }
}

extension ImportPlan {
    /// Whether the person has said all that only a person can say.
    fileprivate func check(_ targets: [ImportTarget]) throws(ImportObjection) {
        var met: Set<Int> = []
        for (place, target) in targets.enumerated() {
            guard books.indices.contains(target.book) else { throw .noSuchBook(place) }
            guard met.insert(target.book).inserted else { throw .bookTwice(place) }
            let wanted = entries.lazy.filter { $0.book == target.book && !target.leftOut.contains($0.row) }
            let missing = Set(wanted.flatMap { $0.parts.map(\.person) }).subtracting(target.people.keys).sorted()
            guard missing.isEmpty else { throw .notMapped(target: place, people: missing.map { people[$0].name }) }
            try checkTwice(target, place)
        }
    }

    private func checkTwice(_ target: ImportTarget, _ place: Int) throws(ImportObjection) {
        var taken: [ParticipantID: Int] = [:]
        for (person, identity) in target.people.sorted(by: { $0.key < $1.key }) {
            guard people.indices.contains(person) else { throw .noSuchBook(place) }
            guard case .participant(let id) = identity else { continue }
            if let other = taken.updateValue(person, forKey: id) {
                throw .mappedTwice(target: place, people: [people[other].name, people[person].name])
            }
        }
    }

    /// Nothing of it can be known there.
    fileprivate func outcomeInNewLedger(_ target: ImportTarget) -> ImportOutcome {
        var outcome = ImportOutcome()
        var used: Set<Int> = []
        for entry in entries where entry.book == target.book {
            if entry.certainty == .noEffect || target.leftOut.contains(entry.row) {
                outcome.leftOut += 1
            } else if entry.kind == .payment {
                outcome.settlements += 1
            } else {
                outcome.expenses += 1
                if target.labels, let category = entry.category { used.insert(category) }
            }
        }
        outcome.participants = target.people.count
        outcome.labels = used.count
        return outcome
    }
}
