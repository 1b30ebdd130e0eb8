import Cryptography
import LedgerCore

/// The filters of a list, as they stand in an address (`SC-FR-HIS-3…5`).
extension ExpenseFilter {
    init(_ query: inout QueryReader) {
        self.init(datesAndLabels: &query)
        participant = query.one("participant", "the id of a person") { ParticipantID(typed: $0) }
        category = query.one("category", "the id of a category, or none") { text in
            text == "none" ? CategoryID.none : CategoryID(typed: text)
        }
        text = query.one("q")
    }

    /// Those that an export honours (`SC-FR-EXR-5`).
    init(datesAndLabels query: inout QueryReader) {
        self.init(
            labels: Set(query.all("label", "the id of a label") { LabelID(typed: $0) }),
            from: query.optionalDay("from"),
            to: query.optionalDay("to"))
    }
}

extension ExpenseOrder {
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension ExpensePlace {
    var cursor: String { Base64.encodeURL(Array(description.utf8)) }

    init?(cursor: String) {
        guard let bytes = Base64.decodeURL(cursor.utf8), let text = String(validating: bytes, as: UTF8.self) else {
            return nil
        }
        self.init(text)
    }
}
