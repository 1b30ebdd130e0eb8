package import LedgerCore

/// What a file says, understood as far as it can be: what an import would record. Nothing is decided about whose entries
/// these are in a ledger; that a person says.
package struct ImportPlan: Sendable {
    package let format: ImportFormat
    package let people: [ImportPerson]
    package let books: [ImportBook]
    package let categories: [String]
    /// In the order of the file.
    package let entries: [ImportEntry]
    package let issues: [ImportIssue]
    /// May be more than `issues` tells.
    package let issueCount: Int
    /// What the file could not say, and a person may.
    package let questions: [ImportQuestion]
    /// Of a table whose columns nobody has explained: its first rows.
    package let sample: [[String]]
    package let byteCount: Int
}

/// Somebody who is in the file, under the name that the file gives them. Two may have the same one.
package struct ImportPerson: Hashable, Sendable {
    package var name: String
    package var isInactive = false
}

/// What becomes one ledger: a group of the file, in one currency.
package struct ImportBook: Hashable, Sendable {
    /// As the file says it.
    package let name: String?
    /// `nil`: the file says none.
    package let currency: Currency?
    /// Who is in it, as places in `ImportPlan.people`.
    package internal(set) var people: [Int] = []
    package internal(set) var counts = Counts()
    /// In minor units.
    package internal(set) var expenseTotal: Int128 = 0
    package internal(set) var paymentTotal: Int128 = 0
    package internal(set) var incomeTotal: Int128 = 0
    /// What each person is owed when all is imported, in minor units; negative: owes.
    package internal(set) var nets: [Int: Int128] = [:]
    /// Compared with what the file itself says its rows come to.
    package internal(set) var checks: [TotalCheck] = []

    package struct Counts: Hashable, Sendable {
        package internal(set) var expenses = 0
        package internal(set) var payments = 0
        package internal(set) var incomes = 0
        /// Payments that the file only implies.
        package internal(set) var impliedPayments = 0
        package internal(set) var byCertainty: [ImportEntry.Certainty: Int] = [:]
    }

    package var digits: Int { currency?.digits ?? Currency.euro.digits }
}

/// A sum that the file states, and what its rows come to. Both as the file writes numbers.
package struct TotalCheck: Hashable, Sendable {
    package let person: Int
    package let stated: String
    package let found: String
    package var isRight: Bool { stated == found }
}

/// Something to be said with the file, as an option, when it is sent again.
package struct ImportQuestion: Hashable, Sendable {
    package enum Kind: String, Sendable {
        case columns, currency, dates, owner, mode
        case paymentCategory = "payment-category"
    }

    package let kind: Kind
    /// One sentence for a person.
    package let message: String
    /// What could be the answer.
    package var choices: [String] = []
}
