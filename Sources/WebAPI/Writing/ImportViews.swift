import Bookkeeping
import Interchange
import JSON
import LedgerCore

/// What a file says, before anything is recorded.
struct ImportPreview: JSONWritable {
    let waiting: ImportDesk.Waiting

    /// The first page; the others are asked for.
    static let shownEntries = 100

    func write(to json: inout JSONWriter) {
        let plan = waiting.plan
        json.object { json in
            json.member("id", "\(waiting.id)")
            json.member("state", "waiting")
            json.member("format", plan.format.rawValue)
            json.member("createdAt", waiting.since)
            json.member("expiresAt", waiting.expires)
            json.member("bytes", plan.byteCount)
            json.member("people", each: plan.people.indices) { json, index in
                json.object { json in
                    json.member("person", index)
                    json.member("name", plan.people[index].name)
                    json.member("isInactive", plan.people[index].isInactive)
                }
            }
            json.member("books", each: plan.books.indices) { json, index in
                json.value(ImportBookView(index: index, book: plan.books[index]))
            }
            json.member("categories", each: plan.categories) { $0.value($1) }
            json.member("entryCount", plan.entries.count)
            json.member("entries", each: plan.entries.indices.prefix(Self.shownEntries)) { json, index in
                json.value(ImportEntryView(plan: plan, index: index))
            }
            json.member("issueCount", plan.issueCount)
            json.member("issues", each: plan.issues) { json, issue in write(issue, to: &json) }
            json.member("questions", each: plan.questions) { json, question in
                json.object { json in
                    json.member("kind", question.kind.rawValue)
                    json.member("message", question.message)
                    json.member("choices", each: question.choices) { $0.value($1) }
                }
            }
            json.member("sample", each: plan.sample) { json, row in
                json.array { json in for cell in row { json.value(cell) } }
            }
        }
    }

    private func write(_ issue: ImportIssue, to json: inout JSONWriter) {
        json.object { json in
            json.key("row")
            if let row = issue.row { json.value(row) } else { json.null() }
            json.member("code", issue.code.rawValue)
            json.member("message", issue.message)
            json.member("isLost", issue.isLost)
        }
    }
}

private struct ImportBookView: JSONWritable {
    let index: Int
    let book: ImportBook

    func write(to json: inout JSONWriter) {
        let currency = book.currency ?? .euro
        json.object { json in
            json.member("book", index)
            json.member("name", book.name)
            json.member("currency", book.currency?.code)
            json.member("minorDigits", book.digits)
            json.member("isCurrencyKnown", book.currency.map { Currency(code: $0.code) != nil } ?? false)
            json.key("people")
            json.array { json in for person in book.people { json.value(person) } }
            json.key("counts")
            json.object { json in writeCounts(to: &json) }
            json.member("expenseTotal", Money(minorUnits: book.expenseTotal), currency)
            json.member("paymentTotal", Money(minorUnits: book.paymentTotal), currency)
            json.member("incomeTotal", Money(minorUnits: book.incomeTotal), currency)
            json.member("positions", each: book.people) { json, person in
                json.object { json in
                    json.member("person", person)
                    json.member("amount", Money(minorUnits: book.nets[person] ?? 0), currency)
                }
            }
            json.member("totals", each: book.checks) { json, check in
                json.object { json in
                    json.member("person", check.person)
                    json.member("stated", check.stated)
                    json.member("found", check.found)
                    json.member("isRight", check.isRight)
                }
            }
        }
    }

    private func writeCounts(to json: inout JSONWriter) {
        json.member("expenses", book.counts.expenses)
        json.member("payments", book.counts.payments)
        json.member("incomes", book.counts.incomes)
        json.member("impliedPayments", book.counts.impliedPayments)
        for certainty in ImportEntry.Certainty.allCases {
            json.key(named: certainty.rawValue)
            json.value(book.counts.byCertainty[certainty] ?? 0)
        }
    }
}

struct ImportEntryView: JSONWritable {
    let plan: ImportPlan
    let index: Int

    func write(to json: inout JSONWriter) {
        let entry = plan.entries[index]
        let currency = plan.books[entry.book].currency ?? .euro
        json.object { json in
            json.member("row", entry.row)
            json.member("book", entry.book)
            json.member("kind", entry.kind.rawValue)
            json.member("certainty", entry.certainty.rawValue)
            json.member("isImplied", entry.isImplied)
            json.member("date", entry.date)
            json.member("title", entry.title)
            json.member("note", entry.note)
            json.member("category", entry.category.map { plan.categories[$0] })
            json.member("amount", Money(minorUnits: Int128(entry.amount)), currency)
            json.member("parts", each: entry.parts) { json, part in
                json.object { json in
                    json.member("person", part.person)
                    json.member("paid", Money(minorUnits: Int128(part.paid)), currency)
                    json.member("borne", Money(minorUnits: Int128(part.borne)), currency)
                }
            }
        }
    }
}

/// What became of one book.
struct ImportOutcomeView: JSONWritable {
    let book: Int
    let outcome: ImportOutcome

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("book", book)
            json.member("ledgerId", outcome.ledger?.text)
            json.member("expenses", outcome.expenses)
            json.member("settlements", outcome.settlements)
            json.member("participants", outcome.participants)
            json.member("labels", outcome.labels)
            json.member("known", outcome.known)
            json.member("deletedSince", outcome.deletedSince)
            json.member("leftOut", outcome.leftOut)
        }
    }
}

/// What was taken back in one ledger, and what was not.
struct ImportUndoingView: JSONWritable {
    let ledger: LedgerID
    let undoing: ImportUndoing

    private static let shownKept = 500

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("ledgerId", ledger.text)
            json.member("expenses", undoing.expenses)
            json.member("settlements", undoing.settlements)
            json.member("participants", undoing.participants)
            json.member("labels", undoing.labels)
            json.member("keptCount", undoing.kept.count)
            json.member("kept", each: undoing.kept.prefix(Self.shownKept)) { json, kept in
                json.object { json in
                    json.member("kind", kept.kind.rawValue)
                    json.member("id", EventID(bits: kept.id))
                    json.member("name", kept.name)
                    json.member("reason", kept.reason)
                }
            }
        }
    }
}

/// One line of the list: an import that waits, or what one made in one ledger.
struct ImportRow: JSONWritable {
    let id: ImportID
    private let at: Instant
    private let state: String
    private let format: String?
    private let ledger: LedgerID?
    private let record: ImportRecord?
    private let entries: Int?

    init(_ waiting: ImportDesk.Waiting) {
        (id, at, state) = (waiting.id, waiting.since, "waiting")
        (format, ledger, record) = (waiting.plan.format.rawValue, nil, nil)
        entries = waiting.plan.entries.count
    }

    init(_ record: ImportRecord, in ledger: LedgerID) {
        (id, at, state) = (record.id, record.at, record.standing == 0 ? "undone" : "done")
        (format, self.ledger, self.record, entries) = (nil, ledger, record, nil)
    }

    /// Newest first.
    var place: Place { Place(.number(~at.ordinal), .number(~id.bits), .text(ledger?.text ?? "")) }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", "\(id)")
            json.member("state", state)
            json.member("at", at)
            json.member("format", format)
            json.member("ledgerId", ledger?.text)
            json.member("participantId", orNull: record?.by)
            write(entries, "entryCount", to: &json)
            write(record?.expenses, "expenses", to: &json)
            write(record?.settlements, "settlements", to: &json)
            write(record?.participants, "participants", to: &json)
            write(record?.labels, "labels", to: &json)
            write(record?.standing, "standing", to: &json)
        }
    }

    private func write(_ count: Int?, _ name: StaticString, to json: inout JSONWriter) {
        json.key(name)
        if let count { json.value(count) } else { json.null() }
    }
}
