import LedgerCore

/// Quicken Interchange Format. It knows no currency, no ids and no order of dates: what importing programs agree on, and
/// nothing else. `N` holds the first eight digits of the id, for people who compare.
struct QIFExport {
    private let sheet: BookingSheet
    private let dates: ExportFormat.DateOrder

    init(_ sheet: BookingSheet, _ dates: ExportFormat.DateOrder) {
        self.sheet = sheet
        self.dates = dates
    }

    var text: String {
        // The account beside the bank is none of the bank's.
        let header = sheet.projection == .cash ? "!Type:Bank" : "!Type:Oth A"
        return sheet.bookings.reduce(into: header + "\n") { text, booking in
            var lines = [
                "D" + WrittenText.date(booking.date, dates), "T" + booking.amount.text(in: sheet.currency),
                "P" + WrittenText.oneLine(booking.title), "N" + booking.digits.prefix(8),
            ]
            if !booking.memo.isEmpty { lines.append("M" + WrittenText.oneLine(booking.memo)) }
            if let category = booking.category { lines.append("L" + Self.category(category)) }
            text += lines.joined(separator: "\n") + "\n^\n"
        }
    }

    /// `:` would make a category inside another one, `[…]` a transfer.
    private static func category(_ name: String) -> String {
        let plain = name.map { ":[]/|".contains($0) ? " " : $0 }
        return WrittenText.oneLine(String(plain))
    }
}
