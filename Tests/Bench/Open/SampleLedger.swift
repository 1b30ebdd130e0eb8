import Cryptography
import FolderFormat
import LedgerCore
import Seeded

/// A ledger of any size, the same in every run: eight people on four devices who note expenses, change and delete some,
/// pay each other and keep labels.
struct SampleLedger {
    private var random = SplitMix(2026)
    private var clock = Instant("2020-01-01T08:00:00.000Z")!
    private let people: [ParticipantID]
    private let devices: [DeviceID]
    private let labels: [LabelID]
    private var expenses: [ExpenseID] = []
    private var settlements: [SettlementID] = []

    init() {
        var random = random
        people = (0..<8).map { _ in ParticipantID(bits: random.uuid()) }
        devices = (0..<4).map { _ in DeviceID(bits: random.uuid()) }
        labels = (0..<12).map { _ in LabelID(bits: random.uuid()) }
        self.random = random
    }

    /// The events of every device, in the order in which they were made.
    mutating func events(_ count: Int) -> [(DeviceID, Event)] {
        var all: [(DeviceID, Event)] = [stamped(0, .ledgerRenamed(name: "Long-lived flat"))]
        for (index, person) in people.enumerated() {
            all.append(stamped(0, .participantAdded(person, name: "Person \(index)")))
        }
        for (index, device) in devices.enumerated() {
            all.append(stamped(index, .participantClaimed(people[index], device: device)))
        }
        for (index, label) in labels.enumerated() {
            all.append(stamped(0, .labelCreated(label, name: "label \(index)")))
        }
        while all.count < count { all.append(stamped(Int.random(in: 0..<4, using: &random), any())) }
        return all
    }

    private mutating func stamped(_ device: Int, _ kind: Event.Kind) -> (DeviceID, Event) {
        clock = clock.advanced(byMilliseconds: Int64.random(in: 1...4_000_000, using: &random))
        let event = Event(
            id: EventID(bits: random.uuid()), schemaVersion: SchemaVersion.ofNewLedgers, authorDevice: devices[device],
            authorParticipant: people[device], entryAt: clock, kind: kind)
        return (devices[device], event)
    }

    private mutating func any() -> Event.Kind {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<12 where !expenses.isEmpty: return .expenseUpdated(expenses.randomElement(using: &random)!, expense())
        case 12..<16 where !expenses.isEmpty: return .expenseDeleted(expenses.randomElement(using: &random)!)
        case 16..<26:
            let id = SettlementID(bits: random.uuid())
            settlements.append(id)
            return .settlementRecorded(id, settlement())
        case 26..<28 where !settlements.isEmpty:
            return .settlementDeleted(settlements.randomElement(using: &random)!)
        default:
            let id = ExpenseID(bits: random.uuid())
            expenses.append(id)
            return .expenseCreated(id, expense())
        }
    }

    private mutating func expense() -> ExpenseInput {
        let titles = ["Groceries", "Pizza 🍕", "Bar \"Zum Hirsch\"", "Rent", "Tickets for the long weekend", "Käse"]
        return ExpenseInput(
            title: titles.randomElement(using: &random)!,
            amount: Money(minorUnits: Int128(Int.random(in: 1...200_000, using: &random))), executionDate: clock.day,
            payer: people.randomElement(using: &random)!,
            split: Array(people.shuffled(using: &random).prefix(Int.random(in: 1...8, using: &random))),
            labels: Array(labels.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random))),
            note: Bool.random(using: &random) ? "split later, see the receipt" : nil)
    }

    private mutating func settlement() -> SettlementInput {
        let pair = people.shuffled(using: &random)
        let amount = Money(minorUnits: Int128(Int.random(in: 1...50_000, using: &random)))
        return SettlementInput(from: pair[0], to: pair[1], amount: amount, date: clock.day)
    }
}

extension SplitMix {
    mutating func uuid() -> UInt128 { UInt128(next()) << 64 | UInt128(next()) }
}
