import LedgerCore

/// The same numbers in every run: a test that fails, fails again.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}

extension ID {
    /// Small numbers make readable ids in tests.
    init(_ number: Int) {
        self.init(bits: UInt128(number))
    }
}

extension CalendarDay {
    static func may(_ day: Int) -> CalendarDay { CalendarDay(daysSince1970: 20_573 + day) }
}

let anna = ParticipantID(101)
let ben = ParticipantID(102)
let chloé = ParticipantID(103)
let phone = DeviceID(201)
let laptop = DeviceID(202)
let food = LabelID(301)
let travel = LabelID(302)
let dinner = ExpenseID(401)
let payback = SettlementID(501)
let noon = Instant(milliseconds: 1_778_760_000_000)

/// A ledger in the hand: says what it is told, with a clock that goes on by a second each time.
struct Bookkeeper {
    private(set) var ledger = Ledger()
    var now = noon
    /// The ledger's.
    var schemaVersion = 1
    private var lastEvent = 1000

    /// Anna, Ben and Chloé with the labels Food and Travel; the phone is Anna's.
    static func household() throws -> Bookkeeper {
        var books = Bookkeeper()
        try books.record(.addParticipant(anna, name: "Anna"))
        try books.record(.addParticipant(ben, name: "Ben"))
        try books.record(.addParticipant(chloé, name: "Chloé"))
        try books.record(.createLabel(food, name: "Food"))
        try books.record(.createLabel(travel, name: "Travel"))
        try books.record(.claim(anna))
        return books
    }

    var state: LedgerState { ledger.state }

    @discardableResult
    mutating func record(_ proposal: Proposal, by device: DeviceID = phone) throws(Refusal) -> Event? {
        now = now.advanced(byMilliseconds: 1000)
        lastEvent += 1
        let event = try ledger.accept(
            proposal, by: device, at: now, eventID: EventID(lastEvent), schemaVersion: schemaVersion)
        if let event { ledger.insert([event]) }
        return event
    }

    /// What is wrong with a proposal; empty when it is accepted.
    mutating func reasons(against proposal: Proposal) -> [Refusal.Reason] {
        do {
            try record(proposal)
            return []
        } catch {
            return error.reasons
        }
    }

    /// What another home wrote.
    mutating func absorb(_ kind: Event.Kind, at instant: Instant) {
        lastEvent += 1
        ledger.insert([.sample(lastEvent, at: instant, kind)])
    }
}

extension Event {
    static func sample(_ id: Int, at instant: Instant, _ kind: Event.Kind) -> Event {
        Event(
            id: EventID(id), schemaVersion: 1, authorDevice: laptop, authorParticipant: ben, entryAt: instant,
            kind: kind)
    }
}

extension ExpenseInput {
    static func sample(
        _ title: String = "Dinner", cents: Int128 = 3000, on day: CalendarDay = .may(14),
        by payer: ParticipantID = anna, for split: [ParticipantID] = [anna, ben, chloé], labels: [LabelID] = [],
        note: String? = nil
    ) -> ExpenseInput {
        ExpenseInput(
            title: title, amount: Money(minorUnits: cents), executionDate: day, payer: payer, split: split,
            labels: labels, note: note)
    }
}

extension SettlementInput {
    static func sample(
        cents: Int128 = 1000, from: ParticipantID = ben, to: ParticipantID = anna, on day: CalendarDay = .may(20),
        note: String? = nil
    ) -> SettlementInput {
        SettlementInput(from: from, to: to, amount: Money(minorUnits: cents), date: day, note: note)
    }
}
