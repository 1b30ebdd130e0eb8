import LedgerCore

/// The plan while the file is read. Every reader of a format puts what it understands in here; what concerns all of them
/// (limits, texts, sums) is done here, once.
struct PlanDraft: Sendable {
    let options: ImportOptions
    private(set) var people: [ImportPerson] = []
    private(set) var books: [ImportBook] = []
    private(set) var categories: [String] = []
    private(set) var entries: [ImportEntry] = []
    private(set) var issues: [ImportIssue] = []
    private(set) var issueCount = 0
    private(set) var questions: [ImportQuestion] = []
    private var peopleByName: [String: Int] = [:]
    private var booksByKey: [BookKey: Int] = [:]
    private var categoriesByName: [String: Int] = [:]

    private struct BookKey: Hashable {
        let name: String?
        let currency: Currency?
    }

    init(_ options: ImportOptions) {
        self.options = options
    }

    // MARK: Who and where

    /// The person of that name, who may be new.
    mutating func person(named name: String) throws(ImportRefusal) -> Int {
        let name = PlainText.line(name, limit: Limits.participantNameLength).text
        if let known = peopleByName[name] { return known }
        return try newPerson(named: name)
    }

    /// Somebody else, even when the name is known.
    mutating func newPerson(named name: String, isInactive: Bool = false) throws(ImportRefusal) -> Int {
        guard people.count < ImportLimits.people else {
            throw ImportRefusal(.tooMany, "The file names more than \(ImportLimits.people) people.")
        }
        let name = PlainText.line(name, limit: Limits.participantNameLength).text
        people.append(ImportPerson(name: name, isInactive: isInactive))
        if peopleByName[name] == nil { peopleByName[name] = people.count - 1 }
        return people.count - 1
    }

    mutating func rename(_ person: Int, to name: String) {
        people[person].name = PlainText.line(name, limit: Limits.participantNameLength).text
    }

    /// - Parameter members: who is in it from the start, with or without an entry.
    mutating func book(
        named name: String? = nil, in currency: Currency?, members: [Int] = []
    ) throws(ImportRefusal) -> Int {
        let key = BookKey(name: name, currency: currency)
        if let known = booksByKey[key] { return known }
        guard books.count < ImportLimits.books else {
            throw ImportRefusal(.tooMany, "The file has more than \(ImportLimits.books) groups and currencies.")
        }
        books.append(ImportBook(name: name, currency: currency, people: members))
        booksByKey[key] = books.count - 1
        return books.count - 1
    }

    /// The currency that a cell names; what was said with the file where the cell is empty. Nil when it is none.
    mutating func currency(_ text: String, row: Int) -> Currency?? {
        let code = text.isEmpty ? options.currency ?? "" : text
        if code.isEmpty {
            ask(.currency, "The file does not say in which currency its amounts are.")
            return .some(nil)
        }
        guard (2...10).contains(code.utf8.count), code.utf8.allSatisfy({ (65...90).contains($0) }) else {
            lose(row, .currency, "“\(code.prefix(20))” is no currency.")
            return nil
        }
        return .some(Currency(readFrom: code))
    }

    mutating func category(_ name: String) -> Int? {
        let name = PlainText.line(name, limit: Limits.labelNameLength).text
        if name.isEmpty { return nil }
        if let known = categoriesByName[name] { return known }
        guard categories.count < ImportLimits.categories else { return nil }
        categories.append(name)
        categoriesByName[name] = categories.count - 1
        return categories.count - 1
    }

    // MARK: What was not understood

    /// The row is left out.
    mutating func lose(_ row: Int?, _ code: ImportIssue.Code, _ message: String) {
        report(ImportIssue(row: row, code: code, message: message, isLost: true))
    }

    /// The row is imported all the same.
    mutating func note(_ row: Int?, _ code: ImportIssue.Code, _ message: String) {
        report(ImportIssue(row: row, code: code, message: message, isLost: false))
    }

    private mutating func report(_ issue: ImportIssue) {
        issueCount += 1
        if issues.count < ImportLimits.issues { issues.append(issue) }
    }

    mutating func ask(_ kind: ImportQuestion.Kind, _ message: String, choices: [String] = []) {
        if questions.contains(where: { $0.kind == kind }) { return }
        questions.append(ImportQuestion(kind: kind, message: message, choices: choices))
    }
}

extension PlanDraft {
    /// What a reader knows about a row that it has understood.
    struct Row {
        var row: Int
        var book: Int
        var kind = ImportEntry.Kind.expense
        var certainty = ImportEntry.Certainty.exact
        var date: CalendarDay
        var title: String
        var note = ""
        var category = ""
        var amount: Int
        var parts: [ImportPart]
        var isImplied = false
        var sourceID: String?
    }

    mutating func add(_ row: Row) throws(ImportRefusal) {
        guard entries.count < ImportLimits.entries else {
            throw ImportRefusal(.tooMany, "The file has more than \(ImportLimits.entries) entries.", line: row.row)
        }
        guard row.parts.count <= 2 * ImportLimits.people else {
            return lose(row.row, .notInLedger, "Too many people take part in it.")
        }
        let category = category(row.category)
        let entry = ImportEntry(
            row: row.row, book: row.book, kind: row.kind, certainty: row.certainty, date: row.date, title: title(row),
            note: note(row), category: category, amount: row.amount, parts: joined(row.parts),
            isImplied: row.isImplied, sourceID: row.sourceID)
        guard isSound(entry) else { return }
        count(entry)
        entries.append(entry)
    }

    private mutating func title(_ row: Row) -> String {
        let (title, isShortened) = PlainText.line(row.title, limit: Limits.titleLength)
        if isShortened {
            note(row.row, .shortened, "The title is shortened to \(Limits.titleLength) characters.")
        }
        if title.first == "=" { note(row.row, .formula, "The title looks like a formula; it is kept as a text.") }
        if !title.isEmpty { return title }
        let category = PlainText.line(row.category, limit: Limits.titleLength).text
        return category.isEmpty ? "–" : category
    }

    private mutating func note(_ row: Row) -> String? {
        let (note, isShortened) = PlainText.lines(row.note, limit: Limits.noteLength)
        if isShortened {
            self.note(row.row, .shortened, "The note is shortened to \(Limits.noteLength) characters.")
        }
        return note.isEmpty ? nil : note
    }

    /// Each person once; nobody who neither paid nor bears anything.
    private func joined(_ parts: [ImportPart]) -> [ImportPart] {
        var places: [Int: Int] = [:]
        return parts.reduce(into: [ImportPart]()) { joined, part in
            if let place = places[part.person] {
                joined[place].paid += part.paid
                joined[place].borne += part.borne
            } else if part.paid != 0 || part.borne != 0 {
                places[part.person] = joined.count
                joined.append(part)
            }
        }
    }

    /// The last look before a row becomes an entry: whatever a reader made of it, it has to add up.
    private mutating func isSound(_ entry: ImportEntry) -> Bool {
        guard entry.amount > 0, entry.amount <= ImportLimits.amount else {
            lose(entry.row, .amount, "The amount is zero, negative or too large.")
            return false
        }
        if entry.certainty == .noEffect { return true }
        let limit = ImportLimits.amount
        let isWithin = entry.parts.allSatisfy { (0...limit).contains($0.paid) && (0...limit).contains($0.borne) }
        guard isWithin, entry.parts.reduce(0, { $0 + $1.paid }) == entry.amount,
            entry.parts.reduce(0, { $0 + $1.borne }) == entry.amount
        else {
            lose(entry.row, .doesNotAddUp, "What was paid and what everybody bears does not come to the amount.")
            return false
        }
        let payers = entry.parts.count { $0.paid > 0 }
        guard payers <= Limits.payersPerExpense else {
            lose(
                entry.row, .notInLedger,
                "\(payers) people paid together; an expense has at most \(Limits.payersPerExpense) payers.")
            return false
        }
        guard entry.kind != .payment || (entry.parts.count == 2 && payers == 1) else {
            lose(entry.row, .doesNotAddUp, "A payment goes from one person to another.")
            return false
        }
        return true
    }

    private mutating func count(_ entry: ImportEntry) {
        books[entry.book].count(entry)
    }

    mutating func set(_ checks: [TotalCheck], of book: Int) { books[book].checks = checks }
}

extension ImportBook {
    mutating func count(_ entry: ImportEntry) {
        switch entry.kind {
        case .expense:
            counts.expenses += 1
            expenseTotal += Int128(entry.amount)
        case .payment where entry.isImplied:
            counts.impliedPayments += 1
            paymentTotal += Int128(entry.amount)
        case .payment:
            counts.payments += 1
            paymentTotal += Int128(entry.amount)
        case .income:
            counts.incomes += 1
            incomeTotal += Int128(entry.amount)
        }
        counts.byCertainty[entry.certainty, default: 0] += 1
        for part in entry.parts {
            if !people.contains(part.person) { people.append(part.person) }
            nets[part.person, default: 0] += Int128(part.net)
        }
    }
}
