package import LedgerCore

/// What a person says about a file that does not say it itself.
package struct ImportOptions: Hashable, Sendable {
    /// The currency of amounts that have none: an ISO 4217 code.
    package var currency: String?
    /// Which number comes first in `03/04/2026`.
    package var dates: WrittenDate.Order?
    /// The category that means a payment, where the language is not known.
    package var paymentCategory: String?
    /// What each column of a table is, from the left; the table is read as `ImportFormat.table`, whatever it looks like.
    package var columns: [TableColumn]?
    /// Of our own export: whose it is, and in which mode it was written.
    package var owner: String?
    package var mode: Projection?

    package init(
        currency: String? = nil, dates: WrittenDate.Order? = nil, paymentCategory: String? = nil,
        columns: [TableColumn]? = nil, owner: String? = nil, mode: Projection? = nil
    ) {
        self.currency = currency
        self.dates = dates
        self.paymentCategory = paymentCategory
        self.columns = columns
        self.owner = owner
        self.mode = mode
    }
}

/// What a column of a table holds. The heading of a column of somebody's is their name.
package enum TableColumn: String, Hashable, Sendable, CaseIterable {
    case ignored = "-"
    case date, title, amount, currency, payer, category, note, kind
    /// The names of those who share, separated by `,` or `;`.
    case sharers
    /// What the person of this column paid less what they bear.
    case net
    /// What the person of this column bears.
    case share
    /// What the person of this column paid.
    case paid
}
