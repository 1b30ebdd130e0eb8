import LedgerCore

/// The columns of the exact CSV (`SC-FR-EXR-4`), for opening in a spreadsheet: with a byte order mark, which tells Excel
/// that it is UTF-8, and with text that would be taken for a formula made harmless (CWE-1236). Quotes alone do not help:
/// they are taken off first. Amounts stay numbers.
struct SpreadsheetExport {
    private let sheet: BookingSheet

    init(_ sheet: BookingSheet) { self.sheet = sheet }

    var bytes: [UInt8] {
        var rows = SeparatedRows(separator: ",")
        rows.append(["Date", "Description", "Amount", "Currency", "Counterparty", "Labels", "Note", "ExpenseUUID"])
        for booking in sheet.bookings {
            let texts = [
                booking.counterparties.joined(separator: ", "), booking.labels.joined(separator: ";"),
                booking.kind == .expense ? booking.note.map(WrittenText.oneLine) ?? "" : "",
            ]
            rows.append(
                [
                    booking.date.description, Self.guarded(booking.title), booking.amount.text(in: sheet.currency),
                    sheet.currency.code,
                ] + texts.map(Self.guarded) + [booking.id.description])
        }
        return [0xEF, 0xBB, 0xBF] + Array(rows.text.utf8)
    }

    /// An apostrophe before what would be a formula, and before apostrophes that stand before it: taking one away again
    /// gives the text as it was.
    static func guarded(_ text: String) -> String {
        let first = text.unicodeScalars.first { $0 != "'" }
        return first.map(Self.triggers.contains) ?? false ? "'" + text : text
    }

    private static let triggers: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "\u{0}", "＝", "＋", "－", "＠",
    ]
}
