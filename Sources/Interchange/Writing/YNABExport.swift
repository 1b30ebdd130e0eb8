import LedgerCore

/// The CSV that YNAB reads: what went and what came in columns of their own, both positive. It has no ids: bring it in once.
struct YNABExport {
    private let sheet: BookingSheet
    private let dates: ExportFormat.DateOrder

    init(_ sheet: BookingSheet, _ dates: ExportFormat.DateOrder) {
        self.sheet = sheet
        self.dates = dates
    }

    var text: String {
        var rows = SeparatedRows(separator: ",")
        rows.append(["Date", "Payee", "Memo", "Outflow", "Inflow"])
        for booking in sheet.bookings {
            let amount = booking.amount.magnitude.text(in: sheet.currency)
            rows.append([
                WrittenText.date(booking.date, dates), WrittenText.oneLine(booking.title),
                WrittenText.oneLine(booking.memo), booking.amount < .zero ? amount : "",
                booking.amount < .zero ? "" : amount,
            ])
        }
        return rows.text
    }
}
