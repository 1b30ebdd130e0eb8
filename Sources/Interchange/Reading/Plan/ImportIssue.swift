/// What was not understood, or only in part, in one row.
package struct ImportIssue: Hashable, Sendable {
    package enum Code: String, Hashable, Sendable {
        case date = "date-not-understood"
        case dateAmbiguous = "date-ambiguous"
        case amount = "amount-not-understood"
        case currency = "currency-not-understood"
        case person = "person-missing"
        case payerUnknown = "payer-unknown"
        case doesNotAddUp = "does-not-add-up"
        case tooFewCells = "too-few-cells"
        case quoteUnclosed = "quote-not-closed"
        case deleted = "deleted-there"
        case nothing = "nothing-in-it"
        case notInLedger = "not-supported"
        case shortened = "text-shortened"
        case rounded = "amount-rounded"
        case formula = "formula-kept-as-text"
        case legacyEncoding = "read-as-windows-1252"
        case repeats = "repeats-there"
    }

    /// Counted as `ImportEntry.row`; `nil`: of the whole file.
    package let row: Int?
    package let code: Code
    /// One sentence for a person.
    package let message: String
    /// Whether the row is left out because of it.
    package let isLost: Bool
}
