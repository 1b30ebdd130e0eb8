import LedgerCore

/// Double entry bookkeeping in plain text, for hledger (and ledger) or beancount. Every transaction balances.
///
/// * Cash: the bank account, against what the money went for. An expense is a cost when it is paid, a settlement lowers or
///   raises costs.
/// * Virtual: also the account that mirrors the ledger. One's own share is a cost, whoever paid; what is lent is in
///   `shared`, which stands at the position in the ledger.
struct JournalExport {
    enum Language {
        case hledger
        case beancount
    }

    private let sheet: BookingSheet
    private let accounts: JournalAccounts
    private let language: Language

    init(_ sheet: BookingSheet, _ language: Language) {
        self.sheet = sheet
        self.language = language
        accounts = JournalAccounts(language, ledger: sheet.ledgerName)
    }

    var text: String {
        let entries = sheet.bookings.map(entry)
        let used = Set(entries.flatMap { $0.postings.map(\.account) }).sorted()
        let blocks = [header(used)] + entries.map(written)
        return blocks.joined(separator: "\n")
    }

    private struct Posting {
        let account: String
        let amount: Money
    }

    private struct Entry {
        let booking: Booking
        let postings: [Posting]
    }

    // MARK: What is booked where

    private func entry(_ booking: Booking) -> Entry {
        let postings =
            switch (booking.kind, sheet.projection) {
            case (.expense, .cash):
                [
                    Posting(account: accounts.expense(booking.category), amount: -booking.amount),
                    Posting(account: accounts.bank, amount: booking.amount),
                ]
            case (.settlement, .cash):
                [
                    Posting(account: accounts.settlements, amount: -booking.amount),
                    Posting(account: accounts.bank, amount: booking.amount),
                ]
            case (.expense, .virtual):
                [
                    Posting(account: accounts.expense(booking.category), amount: booking.share),
                    Posting(account: accounts.shared, amount: booking.amount),
                    Posting(account: accounts.bank, amount: -booking.paid),
                ]
            case (.settlement, .virtual):
                [
                    Posting(account: accounts.shared, amount: booking.amount),
                    Posting(account: accounts.bank, amount: -booking.amount),
                ]
            }
        return Entry(booking: booking, postings: postings.filter { $0.amount != .zero })
    }

    // MARK: How it is written

    private func header(_ used: [String]) -> String {
        let about =
            "; \(WrittenText.oneLine(sheet.participantName)) in \(WrittenText.oneLine(sheet.ledgerName)), "
            + "\(sheet.projection.rawValue), from SplitClone\n"
        switch language {
        case .hledger:
            let zero = Money(minorUnits: 0).text(in: sheet.currency).dropFirst()
            let style = "1000" + (zero.isEmpty ? "." : zero)
            return about + "commodity \(style) \(sheet.currency.code)\n"
                + used.map { "account \($0)\n" }.joined()
        case .beancount:
            return about + "option \"operating_currency\" \"\(sheet.currency.code)\"\n"
                + used.map { "\(sheet.firstBooked) open \($0) \(sheet.currency.code)\n" }.joined()
        }
    }

    private func written(_ entry: Entry) -> String {
        let width = (entry.postings.map(\.account.count).max() ?? 0) + 2
        let postings = entry.postings.map { posting in
            let room = String(repeating: " ", count: width - posting.account.count)
            return "    \(posting.account)\(room)\(posting.amount.text(in: sheet.currency)) \(sheet.currency.code)\n"
        }
        return heading(entry.booking) + postings.joined()
    }

    private func heading(_ booking: Booking) -> String {
        let title = WrittenText.oneLine(booking.title)
        let memo = WrittenText.oneLine(booking.memo)
        switch language {
        case .hledger:
            let comment = memo.isEmpty ? "" : "    ; \(memo)\n"
            return "\(booking.date) * (\(booking.digits.prefix(8))) \(JournalAccounts.description(title))  "
                + "; id:\(booking.id)\n\(comment)"
        case .beancount:
            let payee = booking.counterparties.joined(separator: ", ")
            return "\(booking.date) * \(quoted(payee)) \(quoted(title))\n    id: \"\(booking.id)\"\n"
                + (memo.isEmpty ? "" : "    memo: \(quoted(memo))\n")
        }
    }

    private func quoted(_ text: String) -> String {
        let escaped = WrittenText.oneLine(text).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\""
    }
}

extension BookingSheet {
    /// Accounts are open from then on.
    fileprivate var firstBooked: CalendarDay { bookings.first?.date ?? firstDay }
}

/// The names of accounts, as each language allows them.
private struct JournalAccounts {
    let bank: String
    let shared: String
    let settlements: String
    private let language: JournalExport.Language

    init(_ language: JournalExport.Language, ledger: String) {
        self.language = language
        switch language {
        case .hledger:
            bank = "assets:bank"
            shared = "assets:shared:" + Self.component(ledger, "ledger")
            settlements = "expenses:settlements"
        case .beancount:
            bank = "Assets:Bank"
            shared = "Assets:Shared:" + Self.capitalised(ledger, "Ledger")
            settlements = "Expenses:Settlements"
        }
    }

    func expense(_ category: String?) -> String {
        switch language {
        case .hledger: "expenses:" + Self.component(category ?? "", "shared")
        case .beancount: "Expenses:" + Self.capitalised(category ?? "", "Shared")
        }
    }

    /// For hledger: two spaces end an account's name, and these signs mean something in it.
    private static func component(_ name: String, _ otherwise: String) -> String {
        let plain = name.map { ";()[]:{}@=*!\"|~".contains($0) ? " " : $0 }
        let line = WrittenText.oneLine(String(plain))
        return line.isEmpty ? otherwise : line
    }

    /// For beancount: letters, digits and hyphens, the first one a capital letter or a digit.
    private static func capitalised(_ name: String, _ otherwise: String) -> String {
        let words = name.split { !($0.isLetter || ("0"..."9").contains($0)) }
        let joined = words.joined(separator: "-")
        guard let first = joined.first else { return otherwise }
        return first.uppercased() + joined.dropFirst()
    }

    /// What would begin a comment, or end a payee, is left out.
    static func description(_ title: String) -> String {
        let plain = WrittenText.oneLine(String(title.map { ";|".contains($0) ? " " : $0 }))
        return plain.isEmpty ? "-" : plain
    }
}
