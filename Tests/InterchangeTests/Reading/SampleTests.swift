import Interchange
import JSON
import LedgerCore
import Testing

/// What other programs' files hold, to the cent (`Tests/Vectors/import`).
@Suite("The files of other programs") struct SampleTests {
    private static let files = [
        ("splitwise-en.csv", "splitwise-csv"), ("splitwise-de.csv", "splitwise-csv"),
        ("splitwise-multicurrency.csv", "splitwise-csv"), ("spliit.json", "spliit-json"),
        ("cospend.csv", "cospend-csv"), ("ihatemoney.json", "ihatemoney-json"), ("settleup.csv", "settle-up-csv"),
        ("tricount.csv", "tricount-csv"),
    ]

    @Test("a file is known by its content, and what everybody is owed is right to the cent", arguments: files)
    func nets(file: String, format: String) throws {
        let (plan, expected) = (try Samples.plan(file), try Samples.expected(file))
        #expect(plan.format.rawValue == format)
        #expect(plan.people.map(\.name) == expected["members"]?.array?.compactMap(\.string))
        let currencies = try #require(expected["currencies"]?.members)
        #expect(plan.books.map { $0.currency?.code } == currencies.map(\.name))
        for (book, currency) in zip(plan.books, currencies) {
            #expect(book.digits == currency.value["minor_digits"]?.integer)
            #expect(book.expenseTotal == currency.value["expense_total_minor"]?.minorUnits)
            #expect(book.paymentTotal == currency.value["payment_total_minor"]?.minorUnits)
            let nets = try #require(currency.value["net_minor"]?.members)
            let wanted = Dictionary(uniqueKeysWithValues: nets.map { ($0.name, Int128($0.value.integer ?? 0)) })
            #expect(plan.nets(currency.name) == wanted, "\(file) \(currency.name)")
            #expect(book.nets.values.reduce(0, +) == 0)
        }
        let counts = try #require(expected["counts"])
        #expect(plan.books.reduce(0) { $0 + $1.counts.expenses } == counts["expenses"]?.integer)
        #expect(plan.books.reduce(0) { $0 + $1.counts.payments } == counts["payments"]?.integer)
        #expect(plan.books.reduce(0) { $0 + $1.counts.incomes } == counts["incomes"]?.integer ?? 0)
    }

    @Test("the sums that Splitwise states are compared", arguments: files.prefix(3))
    func totals(file: String, format: String) throws {
        let (plan, expected) = (try Samples.plan(file), try Samples.expected(file))
        for book in plan.books {
            let footer = expected["currencies"]?[book.currency?.code ?? ""]?["footer"]
            #expect(book.checks.count == plan.people.count)
            for check in book.checks {
                #expect(check.isRight)
                #expect(check.stated == footer?[plan.people[check.person].name]?.string)
            }
        }
        #expect(plan.issues.allSatisfy { !$0.isLost })
    }

    @Test("each row of Splitwise has its line, its kind, its day and what everybody gains", arguments: files.prefix(3))
    func rows(file: String, format: String) throws {
        let (plan, expected) = (try Samples.plan(file), try Samples.expected(file))
        let rows = try #require(expected["rows"]?.array)
        #expect(plan.entries.count == rows.count)
        for (entry, row) in zip(plan.entries, rows) {
            #expect(entry.row == row["line"]?.integer)
            #expect(entry.kind.rawValue == row["kind"]?.string)
            #expect(entry.date.description == row["date"]?.string)
            #expect(entry.title == row["description"]?.string)
            #expect(entry.amount == row["cost_minor"]?.integer)
            for net in row["net_minor"]?.members ?? [] {
                let part = entry.parts.first { plan.people[$0.person].name == net.name }
                #expect(part?.net ?? 0 == net.value.integer)
            }
            let certainty: [String: ImportEntry.Certainty] = [
                "certain": .exact, "payment": .exact, "single-payer-convention": .assumedPayer,
                "hidden-multi-payer": .assumedPayer, "ambiguous": .reconstructed, "no-balance-effect": .noEffect,
            ]
            #expect(entry.certainty == certainty[row["recoverable"]?.string ?? ""])
        }
    }

    @Test("Spliit's shares come out as Spliit divides them")
    func spliitShares() throws {
        let (plan, expected) = (try Samples.plan("spliit.json"), try Samples.expected("spliit.json"))
        for (entry, row) in zip(plan.entries, try #require(expected["rows"]?.array)) {
            for share in row["shares_minor"]?.members ?? [] {
                let part = entry.parts.first { plan.people[$0.person].name == share.name }
                #expect(part?.borne == share.value.integer, "\(entry.title)")
            }
            #expect(entry.sourceID == row["id"]?.string)
        }
        #expect(plan.books[0].name == "Adria 2026")
        #expect(plan.entries.first { $0.title == "Airport snack" }?.note == "12.00 USD × 0.92")
    }

    @Test("Spliit's table does not say who paid without a share: the row is told, the others are right")
    func spliitTable() throws {
        let (plan, expected) = (try Samples.plan("spliit.csv"), try Samples.expected("spliit.csv"))
        let nets = expected["currencies"]?["EUR"]?["net_minor_recoverable"]?.members ?? []
        let rows = try #require(expected["rows"]?.array)
        let lost = rows.indices.filter { rows[$0]["payer_from_file"]?.isNull ?? true }
        #expect(plan.issues.map(\.row) == lost.map { $0 + 2 })
        #expect(plan.codes() == lost.map { _ in "payer-unknown" })
        #expect(
            plan.nets("EUR") == Dictionary(uniqueKeysWithValues: nets.map { ($0.name, Int128($0.value.integer ?? 0)) }))
        #expect(plan.entries.last?.title == "-10% voucher, cinema")
    }

    @Test("PayBack's groups become books of their own, and settled shares payments")
    func payBack() throws {
        let (plan, expected) = (try Samples.plan("payback.csv"), try Samples.expected("payback.csv"))
        let groups = try #require(expected["groups"]?.array)
        #expect(plan.format == .payBack)
        #expect(plan.books.map(\.name) == groups.map { $0["name"]?.string })
        for (place, group) in groups.enumerated() {
            let book = plan.books[place]
            #expect(book.people.map { plan.people[$0].name } == group["members"]?.array?.compactMap(\.string))
            #expect(book.counts.expenses == group["expenses"]?.integer)
            #expect(book.expenseTotal == group["expense_total_minor"]?.minorUnits)
            for net in group["net_outstanding_minor"]?.members ?? [] {
                let person = plan.people.firstIndex { $0.name == net.name }
                #expect(person.flatMap { book.nets[$0] } == net.value.minorUnits)
            }
            for net in group["net_all_minor"]?.members ?? [] {
                let person = plan.people.firstIndex { $0.name == net.name }
                let parts = plan.entries.filter { $0.book == place && !$0.isImplied }.flatMap(\.parts)
                #expect(parts.reduce(0) { $1.person == person ? $0 + $1.net : $0 } == net.value.integer)
            }
        }
        #expect(plan.questions.map(\.kind) == [.currency])
    }

    @Test("Settle Up's rounding goes to who paid")
    func settleUp() throws {
        let (plan, expected) = (try Samples.plan("settleup.csv"), try Samples.expected("settleup.csv"))
        for (entry, row) in zip(plan.entries, try #require(expected["rows"]?.array)) {
            for (member, amount) in [("paid_minor", \ImportPart.paid), ("owed_minor", \ImportPart.borne)] {
                for one in row[member]?.members ?? [] {
                    let part = entry.parts.first { plan.people[$0.person].name == one.name }
                    #expect(part?[keyPath: amount] == one.value.integer)
                }
            }
        }
    }

    @Test("Cospend's trash stays there, its categories and comments come along")
    func cospend() throws {
        let plan = try Samples.plan("cospend.csv")
        #expect(plan.codes() == ["deleted-there"])
        #expect(plan.people.map(\.isInactive) == [false, false, true])
        #expect(plan.entries[0].note == "August & following")
        #expect(plan.categories == ["Rent", "Grocery", "Restaurant"])
        #expect(plan.codes(lost: false) == ["repeats-there"])
    }

    @Test("what came in for all is an expense the other way round")
    func income() throws {
        let plan = try Samples.plan("tricount.csv")
        #expect(plan.books[0].incomeTotal == 900)
        #expect(
            plan.parts("Refund from the railway") == ["Lena": [300, 0], "Oskar": [300, 900], "Priya": [300, 0]])
        #expect(plan.entries.first { $0.title == "Bike rental" }?.note == "30.0 GBP × 1.2")
    }

    @Test(
        "the same file cut anywhere gives the same plan",
        arguments: ["splitwise-de.csv", "payback.csv", "spliit.json", "tricount.csv", "settleup.csv"])
    func pieces(file: String) throws {
        let bytes = try Samples.bytes(file)
        let whole = try ImportReading.plan(of: bytes)
        for size in [1, 2, 3, 7, 64] {
            var reading = ImportReading()
            for start in stride(from: 0, to: bytes.count, by: size) {
                try reading.read(bytes[start..<min(start + size, bytes.count)])
            }
            let plan = try reading.finish()
            #expect(plan.entries == whole.entries && plan.people == whole.people && plan.books == whole.books)
        }
    }
}
