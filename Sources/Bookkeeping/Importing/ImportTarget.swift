package import LedgerCore

/// What a person says about one book of a file: into which ledger, and who is who there.
package struct ImportTarget: Sendable {
    package enum Place: Hashable, Sendable {
        case existing(LedgerID)
        /// `currency`: where the file says none. `me`: who of the file the caller is.
        case new(name: String, currency: Currency?, me: Int?)
    }

    package enum Identity: Hashable, Sendable {
        case participant(ParticipantID)
        case newcomer(name: String)
    }

    package let book: Int
    package let place: Place
    /// By place in the plan. Names only suggest: whoever takes part in an entry has to be here.
    package let people: [Int: Identity]
    /// Rows that are left out.
    package let leftOut: Set<Int>
    /// Whether the file's categories become labels.
    package let labels: Bool

    package init(book: Int, place: Place, people: [Int: Identity], leftOut: Set<Int>, labels: Bool) {
        self.book = book
        self.place = place
        self.people = people
        self.leftOut = leftOut
        self.labels = labels
    }
}

/// What came of it.
package struct ImportOutcome: Hashable, Sendable {
    package var ledger: LedgerID?
    package var expenses = 0
    package var settlements = 0
    package var participants = 0
    package var labels = 0
    /// The ledger has them already.
    package var known = 0
    /// Somebody deleted them there since; they do not come back.
    package var deletedSince = 0
    /// Left out because the person said so, or because nobody owes anything because of them.
    package var leftOut = 0
}

/// Why a plan is not carried out.
package enum ImportObjection: Error, Hashable, Sendable {
    case noSuchBook(Int)
    case bookTwice(Int)
    case notMapped(target: Int, people: [String])
    case mappedTwice(target: Int, people: [String])
    case otherCurrency(target: Int, file: String, ledger: String)
    case needsCurrency(target: Int)
    case otherDigits(target: Int, ledger: String)

    package var code: String {
        switch self {
        case .noSuchBook: "no-such-book"
        case .bookTwice: "book-twice"
        case .notMapped: "person-not-mapped"
        case .mappedTwice: "person-mapped-twice"
        case .otherCurrency: "other-currency"
        case .needsCurrency: "currency-missing"
        case .otherDigits: "other-digits"
        }
    }

    /// Of the request.
    package var field: String {
        switch self {
        case .noSuchBook(let target), .bookTwice(let target): "books[\(target)].book"
        case .notMapped(let target, _), .mappedTwice(let target, _): "books[\(target)].people"
        case .otherCurrency(let target, _, _), .otherDigits(let target, _): "books[\(target)].ledgerId"
        case .needsCurrency(let target): "books[\(target)].currency"
        }
    }

    package var message: String {
        switch self {
        case .noSuchBook: "The file has no such book."
        case .bookTwice: "A book can go into one ledger only."
        case .notMapped(_, let people): "Say who they are in the ledger: \(people.joined(separator: ", "))."
        case .mappedTwice(_, let people):
            "Two people of the file can not be the same one in the ledger: \(people.joined(separator: ", "))."
        case .otherCurrency(_, let file, let ledger): "The file is in \(file), the ledger in \(ledger)."
        case .needsCurrency: "The file says no currency: say that of the new ledger."
        case .otherDigits(_, let ledger):
            "The file was read with two decimals, which \(ledger) has not. Send it again with its currency."
        }
    }
}
