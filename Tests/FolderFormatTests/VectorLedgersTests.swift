import FolderFormat
import JSON
import LedgerCore
import Testing

/// Ledgers written by an independent implementation, opened and read as it reads them: state, balances, payments and,
/// byte for byte, every export.
struct VectorLedgersTests {
    let currency = Currency.euro

    @Test("every event of the vectors is understood, and the ledger has that many", arguments: VectorFolder.all)
    func events(folder: VectorFolder) throws {
        let ledger = try folder.ledger()
        #expect(try folder.expected()["events"]?.integer == ledger.revision)
    }

    @Test("name, participants and labels are those of the vectors", arguments: VectorFolder.all)
    func roster(folder: VectorFolder) throws {
        let (state, expected) = (try folder.ledger().state, try folder.expected())
        #expect(state.name == expected["ledgerName"]?.string)
        let participants = state.participants.values.map {
            Entry(id: "\($0.id)", name: $0.name, devices: Set($0.devices.map(\.description)))
        }
        #expect(Set(participants) == Set(try expected.items("participants").map(Entry.init)))
        let labels = state.labels.values.map { Entry(id: "\($0.id)", name: $0.name, devices: []) }
        #expect(Set(labels) == Set(try expected.items("labels").map(Entry.init)))
    }

    @Test("every expense is that of the vectors, with stamps, labels and shares", arguments: VectorFolder.all)
    func expenses(folder: VectorFolder) throws {
        let state = try folder.ledger().state
        let expected = try folder.expected().items("expenses")
        #expect(state.expenses.count == expected.count)
        for item in expected {
            let id = try #require(ExpenseID(item.text("id")))
            let expense = try #require(state.expenses[id])
            let input = expense.input
            #expect(input.title == item.text("title"))
            #expect("\(input.amount.minorUnits)" == item.text("amount"))
            #expect("\(input.executionDate)" == item.text("executionDate"))
            #expect("\(input.payer)" == item.text("payerId"))
            #expect(input.split.map(\.description) == item.texts("splitParticipantIds"))
            #expect(input.labels.map(\.description) == item.texts("labelIds"))
            #expect(input.note == item["note"]?.string)
            expectStamps(expense.created, expense.lastEdited, item)
            let shares = zip(input.split, input.shares).map { "\($0) \($1.minorUnits)" }
            let expectedShares = try #require(item["shares"]?.members).map { "\($0.name) \($0.value.string ?? "")" }
            #expect(shares.sorted() == expectedShares.sorted())
        }
    }

    @Test("every settlement is that of the vectors", arguments: VectorFolder.all)
    func settlements(folder: VectorFolder) throws {
        let state = try folder.ledger().state
        let expected = try folder.expected().items("settlements")
        #expect(state.settlements.count == expected.count)
        for item in expected {
            let id = try #require(SettlementID(item.text("id")))
            let settlement = try #require(state.settlements[id])
            #expect("\(settlement.input.from)" == item.text("fromParticipantId"))
            #expect("\(settlement.input.to)" == item.text("toParticipantId"))
            #expect("\(settlement.input.amount.minorUnits)" == item.text("amount"))
            #expect("\(settlement.input.date)" == item.text("date"))
            #expect(settlement.input.note == item["note"]?.string)
            expectStamps(settlement.created, settlement.lastEdited, item)
        }
    }

    @Test("debts, positions and the number of payments are those of the vectors", arguments: VectorFolder.all)
    func balances(folder: VectorFolder) throws {
        let (balances, expected) = (Balances(try folder.ledger().state), try folder.expected())
        let debts = balances.debts.map { "\($0.debtor) \($0.creditor) \($0.amount.minorUnits)" }
        let expectedDebts = try expected.items("owes").map {
            "\($0.text("debtor")) \($0.text("creditor")) \($0.text("amount"))"
        }
        #expect(debts.sorted() == expectedDebts.sorted())
        let positions = balances.positions.map { "\($0.participant) \($0.amount.minorUnits)" }
        let expectedPositions = try #require(expected["positions"]?.members)
        #expect(positions.sorted() == expectedPositions.map { "\($0.name) \($0.value.string ?? "")" }.sorted())
        let plan = SettleUpPlan(balances.positions)
        #expect(plan.payments.count == expected["minimumPayments"]?.integer)
        #expect(plan.isMinimal)
    }

    @Test("every export is byte for byte that of the vectors", arguments: VectorFolder.all, Projection.allCases)
    func exports(folder: VectorFolder, projection: Projection) throws {
        let state = try folder.ledger().state
        let export = CSVExport(state, in: currency)
        #expect(!state.participants.isEmpty)
        for participant in state.participants.keys {
            let bytes = try folder.file("csv/\(participant).\(projection.rawValue).csv")
            #expect(Array(export.text(of: participant, projection).utf8) == bytes)
        }
    }

    private func expectStamps(_ created: Stamp, _ edited: Stamp?, _ item: JSONValue) {
        #expect("\(created.at)" == item.text("createdAt"))
        #expect("\(created.by)" == item.text("createdBy"))
        #expect(edited?.at.description == item["lastEditedAt"]?.string)
        #expect(edited?.by.description == item["lastEditedBy"]?.string)
    }
}

extension VectorLedgersTests {
    private struct Entry: Hashable {
        let id: String
        let name: String
        let devices: Set<String>

        init(id: String, name: String, devices: Set<String>) {
            (self.id, self.name, self.devices) = (id, name, devices)
        }

        init(_ item: JSONValue) {
            self.init(id: item.text("id"), name: item.text("name"), devices: Set(item.texts("devices")))
        }
    }
}

extension VectorFolder {
    /// Everything in the folder, in the order of the paths; not one problem is tolerated.
    func ledger() throws -> Ledger {
        var ledger = Ledger()
        for path in try segments() {
            let contents = SegmentContents(decoding: try plaintext(path), file: path)
            try #require(contents.problems == [])
            ledger.insert(contents.events)
        }
        return ledger
    }
}

extension JSONValue {
    fileprivate func items(_ name: String) throws -> [JSONValue] { try #require(self[name]?.array) }

    fileprivate func text(_ name: String) -> String { self[name]?.string ?? "" }

    fileprivate func texts(_ name: String) -> [String] { self[name]?.array?.compactMap(\.string) ?? [] }
}
