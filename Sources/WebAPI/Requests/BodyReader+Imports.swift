import Bookkeeping
import HTTPServer
import Interchange
import JSON
import LedgerCore

extension ImportOptions {
    /// What a person says about a file that does not say it itself.
    init(_ query: inout QueryReader) {
        let currency = query.one("currency", "an ISO 4217 code such as EUR") { Currency(code: $0.uppercased())?.code }
        let dates = query.one("dates", "dmy or mdy", WrittenDate.Order.init(rawValue:))
        let mode = query.one("mode", "cash or virtual", Projection.init(rawValue:))
        let columns = query.one(
            "columns", "a list such as date,title,amount,payer,sharers, with - for what is ignored", Self.columns)
        self.init(
            currency: currency, dates: dates, paymentCategory: query.one("paymentCategory"), columns: columns,
            owner: query.one("owner"), mode: mode)
    }

    private static func columns(_ text: String) -> [TableColumn]? {
        let names = text.split(separator: ",", omittingEmptySubsequences: false)
        let columns = names.compactMap { TableColumn(rawValue: String($0)) }
        return columns.count == names.count ? columns : nil
    }
}

extension BodyReader {
    /// Into which ledgers an import goes, and who is who there.
    mutating func importTargets() throws(Problem) -> [ImportTarget] {
        let targets = try optionalObjects("books") { body throws(Problem) in try body.importTarget() }
        if targets?.isEmpty ?? true, errors.isEmpty {
            refuse("books", "missing", "Say for at least one book into which ledger it goes.")
        }
        return targets ?? []
    }

    private mutating func importTarget() throws(Problem) -> ImportTarget {
        let book = integer("book")
        let people = try optionalObjects("people") { body throws(Problem) in body.importedPerson() } ?? []
        let place = importPlace()
        if Set(people.map(\.person)).count < people.count {
            refuse("people", "person-twice", "A person of the file can be one person of the ledger only.")
        }
        return ImportTarget(
            book: book, place: place, people: Dictionary(people.map { ($0.person, $0.identity) }) { first, _ in first },
            leftOut: Set(rows("leaveOut")), labels: optionalTruth("labels") ?? true)
    }

    private mutating func importPlace() -> ImportTarget.Place {
        let (ledger, name) = (optionalText("ledgerId"), optionalText("name"))
        let (code, me) = (optionalText("currency"), optionalInteger("me"))
        if (ledger == nil) == (name == nil) {
            refuse("ledgerId", "one-of-both", "Say either the “ledgerId” of a ledger or the “name” of a new one.")
        }
        let currency = code.flatMap { Currency(code: $0.uppercased()) }
        if code != nil, currency == nil {
            refuse("currency", "unknown-currency", "The field “currency” must be an ISO 4217 code such as EUR.")
        }
        guard let ledger else { return .new(name: name ?? "", currency: currency, me: me) }
        if me != nil || code != nil {
            refuse(me == nil ? "currency" : "me", "only-for-new", "This can be said of a new ledger only.")
        }
        // What is no id can not be there: the same answer as for somebody else's.
        return .existing(LedgerID(ledger) ?? LedgerID(uuid: 0))
    }

    private mutating func importedPerson() -> (person: Int, identity: ImportTarget.Identity) {
        let person = integer("person")
        let id: ParticipantID? = optionalID("participantId")
        let name = optionalText("name")
        if errors.isEmpty, (id == nil) == (name == nil) {
            refuse(
                "participantId", "one-of-both",
                "Say either the “participantId” of somebody in the ledger or the “name” of somebody new.")
        }
        return (person, id.map { .participant($0) } ?? .newcomer(name: name ?? ""))
    }

    private mutating func rows(_ name: String) -> [Int] {
        guard let value = value(name) else { return [] }
        guard let numbers = value.array?.map(\.integer), numbers.allSatisfy({ $0 != nil }) else {
            refuse(name, "wrong-type", "The field “\(name)” must be a list of row numbers.")
            return []
        }
        return numbers.compactMap { $0 }
    }
}
