import LedgerCore
import Testing

struct FoldTests {
    private func ledger(_ kinds: [Event.Kind]) -> Ledger {
        Ledger(kinds.enumerated().map { .sample($0.offset + 1, at: moment($0.offset), $0.element) })
    }

    private func moment(_ number: Int) -> Instant { noon.advanced(byMilliseconds: Int64(number)) }

    @Test("an update replaces the whole input and leaves the creation stamps")
    func update() throws {
        let ledger = ledger([
            .expenseCreated(dinner, .sample(note: "x")), .expenseUpdated(dinner, .sample("Lunch")),
        ])
        let expense = try #require(ledger.state.expenses[dinner])
        #expect(expense.input == .sample("Lunch"))
        #expect(expense.created.event == EventID(1))
        #expect(expense.created.at == noon)
        #expect(expense.created.by == ben)
        #expect(expense.lastEdited?.at == moment(1))
        #expect(expense.version == EventID(2))
    }

    @Test("a deletion wins over an update that is ordered after it, and a second creation brings it back")
    func deletion() {
        var ledger = ledger([
            .expenseCreated(dinner, .sample()), .expenseDeleted(dinner), .expenseUpdated(dinner, .sample("late")),
        ])
        #expect(ledger.state.expenses[dinner] == nil)
        ledger.insert([.sample(9, at: moment(9), .expenseCreated(dinner, .sample("again")))])
        #expect(ledger.state.expenses[dinner]?.created.event == EventID(9))
        #expect(ledger.state.expenses[dinner]?.lastEdited == nil)
    }

    @Test("what speaks of something that is not there does nothing")
    func missing() {
        let ledger = ledger([
            .participantRenamed(anna, name: "x"), .participantClaimed(anna, device: phone),
            .labelRenamed(food, name: "x"), .labelDeleted(food), .expenseUpdated(dinner, .sample()),
            .expenseDeleted(dinner), .settlementUpdated(payback, .sample()), .settlementDeleted(payback),
        ])
        #expect(ledger.state == LedgerState())
        #expect(ledger.revision == 8)
    }

    @Test("a device belongs to one person, a person may have several devices (SC-FR-PRT-2)")
    func claims() {
        let ledger = ledger([
            .participantAdded(anna, name: "Anna"), .participantAdded(ben, name: "Ben"),
            .participantClaimed(anna, device: phone), .participantClaimed(anna, device: laptop),
            .participantClaimed(ben, device: phone),
        ])
        #expect(ledger.state.participants[anna]?.devices == [laptop])
        #expect(ledger.state.participants[ben]?.devices == [phone])
        #expect(ledger.state.participant(of: phone) == ben)
    }

    @Test("a claim that does nothing leaves the device where it is")
    func emptyClaim() {
        let ledger = ledger([
            .participantAdded(anna, name: "Anna"), .participantClaimed(anna, device: phone),
            .participantClaimed(ben, device: phone),
        ])
        #expect(ledger.state.participant(of: phone) == anna)
    }

    @Test("events with the same stamp are applied in the order of their ids (SC-ARC-MRG-2)")
    func ties() {
        let first = Event.sample(1, at: noon, .ledgerRenamed(name: "first"))
        let second = Event.sample(2, at: noon, .ledgerRenamed(name: "second"))
        #expect(Ledger([second, first]).state.name == "second")
    }

    @Test("an event counts once, however often it arrives")
    func duplicates() {
        var ledger = Ledger()
        let event = Event.sample(1, at: noon, .ledgerRenamed(name: "Flat"))
        #expect(ledger.insert([event, event]) == 1)
        #expect(ledger.insert([event]) == 0)
        #expect(ledger.revision == 1)
    }

    @Test("an event that arrives late takes the place it would have had")
    func late() {
        var ledger = Ledger([.sample(1, at: moment(5), .expenseUpdated(dinner, .sample("edited")))])
        #expect(ledger.state.expenses.count == 0)
        ledger.insert([.sample(2, at: noon, .expenseCreated(dinner, .sample("made")))])
        #expect(ledger.state.expenses[dinner]?.input.title == "edited")
    }
}

struct FoldPropertyTests {
    @Test("any order and any portions of the same events fold to the same state", arguments: UInt64(1)...40)
    func anyOrder(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        let events = RandomHistory.events(120, using: &numbers)
        let expected = PlainFold(events)
        for _ in 0..<4 {
            var ledger = Ledger()
            var rest = events.shuffled(using: &numbers)[...]
            while !rest.isEmpty {
                let portion = rest.prefix(Int.random(in: 1...30, using: &numbers))
                ledger.insert(Array(portion) + portion.prefix(2))
                rest = rest.dropFirst(portion.count)
            }
            #expect(ledger.revision == events.count)
            #expect(PlainFold(ledger.state) == expected)
            for device in (1...3).map({ DeviceID($0) }) {
                #expect(ledger.state.participant(of: device) == expected.devices[device])
            }
        }
    }

    @Test("taking back the last arrivals leaves what was there before", arguments: UInt64(1)...20)
    func takingBack(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        let events = RandomHistory.events(80, using: &numbers).shuffled(using: &numbers)
        let kept = Int.random(in: 0...80, using: &numbers)
        var ledger = Ledger(events)
        ledger.removeLast(80 - kept)
        #expect(ledger.state == Ledger(Array(events.prefix(kept))).state)
        #expect(ledger.revision == kept)
        ledger.insert(events)
        #expect(ledger.state == Ledger(events).state)
    }
}
