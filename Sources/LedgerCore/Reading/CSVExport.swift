/// The export file (`SC-FR-EXR-4`): UTF-8 without byte order mark, CRLF, RFC 4180 quotes only where they are needed.
/// Byte for byte as the format says; spreadsheets are given no special treatment.
package struct CSVExport: Sendable {
    package let state: LedgerState
    package let currency: Currency

    package init(_ state: LedgerState, in currency: Currency) {
        self.state = state
        self.currency = currency
    }

    package func text(
        of participant: ParticipantID, _ projection: Projection, matching filter: ExpenseFilter = .everything
    ) -> String {
        let rows = projection.rows(of: participant, in: state, matching: filter)
        return rows.reduce(into: Self.header) { text, row in
            let fields = fields(row, participant).map(Self.quoted)
            text += fields.joined(separator: ",") + "\r\n"
        }
    }

    private static let header = "Date,Description,Amount,Currency,Counterparty,Labels,Note,ExpenseUUID\r\n"

    private func fields(_ row: Projection.Row, _ participant: ParticipantID) -> [String] {
        let amount = [row.amount.text(in: currency), currency.code]
        switch row.item {
        case .expense(let id):
            guard let input = state.expenses[id]?.input else { return [] }
            let others = input.split.filter { $0 != participant }.map(state.name).joined(separator: ", ")
            let labels = state.labels(of: input).map(\.name).joined(separator: ";")
            let note = Self.onOneLine(input.note ?? "")
            return [row.date.description, input.title] + amount + [others, labels, note, id.description]
        case .settlement(let id):
            guard let input = state.settlements[id]?.input else { return [] }
            let other = state.name(of: input.from == participant ? input.to : input.from)
            let title = "Settlement \(input.from == participant ? "to" : "from") \(other)"
            return [row.date.description, title] + amount + [other, "", "", id.description]
        }
    }

    /// Each run of line breaks becomes one space.
    private static func onOneLine(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var previousBreaks = false
        for scalar in text.unicodeScalars {
            let breaks = scalar == "\r" || scalar == "\n"
            if !breaks { result.append(scalar) } else if !previousBreaks { result.append(" ") }
            previousBreaks = breaks
        }
        return String(result)
    }

    private static func quoted(_ field: String) -> String {
        let special: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\r"), UInt8(ascii: "\n")]
        guard field.utf8.contains(where: special.contains) else { return field }
        let doubled = field.unicodeScalars.reduce(into: String.UnicodeScalarView()) { result, scalar in
            if scalar == "\"" { result.append("\"") }
            result.append(scalar)
        }
        return "\"\(String(doubled))\""
    }
}
