import Cryptography
import Interchange
import LedgerCore

/// Makes the proposals of one book for one ledger as it stands. What the ledger has already makes none.
struct ImportProposals {
    private let plan: ImportPlan
    private let target: ImportTarget
    private let ledger: LedgerID
    private let world: World
    private let view: LedgerView
    private let people: [Int: ParticipantID]
    private var labels: [FoldedText: LabelID] = [:]
    private var occurrences: [[UInt8]: Int] = [:]
    /// Every one there ever was, when what is imported may name what came of them.
    private let schedules: [ScheduleID]
    /// Who takes part in something that is new.
    private var needed: Set<ParticipantID> = []

    private(set) var proposals: [Proposal] = []
    private(set) var outcome = ImportOutcome()

    init(_ plan: ImportPlan, _ target: ImportTarget, into ledger: LedgerID, as view: LedgerView, _ world: World) {
        self.plan = plan
        self.target = target
        self.ledger = ledger
        self.world = world
        self.view = view
        schedules = plan.format == .splitclone ? view.ledger.events.compactMap(\.createdSchedule) : []
        for label in view.state.labels.values { labels[FoldedText(label.name)] = label.id }
        var people: [Int: ParticipantID] = [:]
        var newcomers: [(Int, String)] = []
        var arrivals: [(id: ParticipantID, name: String)] = []
        for (person, identity) in target.people.sorted(by: { $0.key < $1.key }) {
            switch identity {
            case .participant(let id): people[person] = view.state.resolved(id)
            case .newcomer(let name): newcomers.append((person, name))
            }
        }
        // Added in one moment, people stand in the order of their ids.
        let ids = newcomers.map { _ in world.makeID(ParticipantID.self) }.sorted()
        for (id, (person, name)) in zip(ids, newcomers) {
            people[person] = id
            arrivals.append((id, name))
        }
        self.people = people
        outcome.ledger = ledger
        for entry in plan.entries where entry.book == target.book { add(entry) }
        // Nobody is added for nothing.
        let added = arrivals.filter { needed.contains($0.id) }
        outcome.participants = added.count
        proposals = added.map { .addParticipant($0.id, name: $0.name) } + proposals
    }

    private mutating func add(_ entry: ImportEntry) {
        let digest = identity(plan.content(of: entry))
        var former: [UInt8]?
        if let content = plan.formerContent(of: entry) { former = identity(content) }
        guard entry.certainty != .noEffect, !target.leftOut.contains(entry.row) else {
            outcome.leftOut += 1
            return
        }
        if let home = home(of: entry) { return outcome[keyPath: home] += 1 }
        if entry.kind == .payment {
            addSettlement(entry, digest, former: former)
        } else {
            addExpense(entry, digest, former: former)
        }
    }

    /// The same entry of the same file is the same thing in the same ledger. Of two that are alike the second is another
    /// one: so many bus tickets may have been bought.
    private mutating func identity(_ content: [UInt8]) -> [UInt8] {
        let digest = SHA256.hash(Array(ledger.text.utf8) + [0] + content)
        let occurrence = occurrences[digest, default: 0]
        occurrences[digest] = occurrence + 1
        return occurrence == 0 ? digest : SHA256.hash(digest + Array(String(occurrence).utf8))
    }

    private mutating func addExpense(_ entry: ImportEntry, _ digest: [UInt8], former: [UInt8]?) {
        let id: ExpenseID = ImportID.derived(from: digest)
        let ids = [id] + (former.map { [ImportID.derived(from: $0)] } ?? [])
        if ids.contains(where: { view.state.expenses[$0] != nil }) { return outcome.known += 1 }
        let latest = ids.compactMap { view.ledger.history(of: $0).last?.event }
        if latest.contains(where: { !isUndone($0) }) { return outcome.deletedSince += 1 }
        need(entry)
        proposals.append(.recordExpense(id, input(of: entry), revives: true))
        outcome.expenses += 1
    }

    private mutating func addSettlement(_ entry: ImportEntry, _ digest: [UInt8], former: [UInt8]?) {
        let id: SettlementID = ImportID.derived(from: digest)
        let ids = [id] + (former.map { [ImportID.derived(from: $0)] } ?? [])
        if ids.contains(where: { view.state.settlements[$0] != nil }) { return outcome.known += 1 }
        let latest = ids.compactMap { view.ledger.history(of: $0).last?.event }
        if latest.contains(where: { !isUndone($0) }) { return outcome.deletedSince += 1 }
        guard let from = entry.parts.first(where: { $0.paid > 0 }).flatMap({ people[$0.person] }),
            let to = entry.parts.first(where: { $0.borne > 0 }).flatMap({ people[$0.person] })
        else { return }
        let note = [entry.title, entry.note ?? ""].filter { !$0.isEmpty && $0 != Self.nothing }.joined(separator: "\n")
        let input = SettlementInput(
            from: from, to: to, amount: Money(minorUnits: Int128(entry.amount)), date: entry.date,
            note: note.isEmpty ? nil : String(note.unicodeScalars.prefix(Limits.noteLength)))
        need(entry)
        proposals.append(.recordSettlement(id, input, revives: true))
        outcome.settlements += 1
    }

    private mutating func need(_ entry: ImportEntry) {
        for part in entry.parts { if let person = people[part.person] { needed.insert(person) } }
    }

    /// What stands for a title that the file does not have.
    private static let nothing = "–"

    /// What came out of this very ledger comes home: it is there, or was deleted there since. Nil when it is not from here.
    private func home(of entry: ImportEntry) -> WritableKeyPath<ImportOutcome, Int>? {
        guard plan.format == .splitclone, let text = entry.sourceID, let expense = ExpenseID(text),
            let settlement = SettlementID(text)
        else { return nil }
        if view.standing.expenses[expense] != nil || view.state.settlements[settlement] != nil { return \.known }
        if let occurrence = schedules.lazy.compactMap({ OccurrenceID(under: expense, of: $0) }).first {
            // One that was moved to a later day only has not come yet.
            let there = view.state.schedules[occurrence.schedule]?.occurrence(occurrence.number, of: view.state)
            return there?.isSkipped == false ? \.known : \.deletedSince
        }
        let last = view.ledger.history(of: expense).last?.event ?? view.ledger.history(of: settlement).last?.event
        return last.map(isUndone) == false ? \.deletedSince : nil
    }

    /// What was deleted because an import was taken back may come again; what somebody deleted by itself does not.
    private func isUndone(_ event: EventID) -> Bool { ImportID(of: event) != nil }

    private mutating func input(of entry: ImportEntry) -> ExpenseInput {
        func parts(_ amount: (ImportPart) -> Int) -> [Part] {
            entry.parts.compactMap { part in
                guard amount(part) > 0, let person = people[part.person] else { return nil }
                return Part(participant: person, amount: Money(minorUnits: Int128(amount(part))))
            }
        }
        let (payers, shares) = (parts(\.paid), parts(\.borne))
        let amount = Money(minorUnits: Int128(entry.amount))
        let payer = payers.first?.participant ?? .none
        let split = shares.map(\.participant)
        let isEven = EqualSplit.shares(of: amount, among: split, paidBy: payer) == shares.map(\.amount)
        var input = ExpenseInput(
            title: entry.title, amount: amount, executionDate: entry.date, payer: payer, split: split,
            labels: labels(of: entry), note: entry.note)
        if !isEven || payers.count > 1 {
            input.terms = ExpenseTerms(
                split: isEven ? .equal : .exact(shares), payers: payers.count > 1 ? payers : [])
        }
        return input
    }

    private mutating func labels(of entry: ImportEntry) -> [LabelID] {
        guard target.labels, let category = entry.category else { return [] }
        let name = plan.categories[category]
        if let known = labels[FoldedText(name)] { return [known] }
        let id: LabelID = world.makeID()
        labels[FoldedText(name)] = id
        proposals.append(.createLabel(id, name: name))
        outcome.labels += 1
        return [id]
    }
}

extension Event {
    fileprivate var createdSchedule: ScheduleID? {
        if case .scheduleCreated(let id, _) = kind { id } else { nil }
    }
}
