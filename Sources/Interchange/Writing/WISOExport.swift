import LedgerCore

/// What programs made in Germany (WISO Mein Geld, Lexware) can map: semicolons, days as `14.05.2026`, amounts with a comma and
/// without dots. Rows with an empty payee or purpose are passed over there in silence, so neither is ever empty.
struct WISOExport {
    private let sheet: BookingSheet

    init(_ sheet: BookingSheet) { self.sheet = sheet }

    func bytes(_ encoding: ExportFormat.Encoding) -> [UInt8] {
        switch encoding {
        case .utf8: [0xEF, 0xBB, 0xBF] + Array(text.utf8)
        case .windows1252: Windows1252.encode(text)
        }
    }

    private var text: String {
        var rows = SeparatedRows(separator: ";")
        rows.append([
            "Datum", "Wertstellung", "Empfänger/Auftraggeber", "Verwendungszweck", "Betrag", "Währung", "Kategorie",
            "Referenz",
        ])
        for booking in sheet.bookings {
            let parts = booking.date.description.split(separator: "-")
            let date = "\(parts[2]).\(parts[1]).\(parts[0])"
            let others = WrittenText.oneLine(booking.counterparties.joined(separator: ", "))
            let payee = [others, WrittenText.oneLine(sheet.ledgerName), "SplitClone"].first { !$0.isEmpty } ?? ""
            let noted = booking.note.map(WrittenText.oneLine) ?? ""
            let purpose = [WrittenText.oneLine(booking.title), noted].filter { !$0.isEmpty }.joined(separator: " | ")
            rows.append([
                date, date, payee, purpose.isEmpty ? "-" : purpose,
                booking.amount.text(in: sheet.currency).replacing(".", with: ","), sheet.currency.code,
                WrittenText.oneLine(booking.category ?? booking.labels.joined(separator: ", ")),
                booking.id.description,
            ])
        }
        return rows.text
    }
}

/// As German programs for Windows write: what this encoding can not hold becomes a question mark.
extension Windows1252 {
    static func encode(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { scalar in
            switch scalar.value {
            case 0..<0x80, 0xA0...0xFF: UInt8(scalar.value)
            default: high.firstIndex { $0 == scalar.value }.map { UInt8(0x80 + $0) } ?? UInt8(ascii: "?")
            }
        }
    }
}
