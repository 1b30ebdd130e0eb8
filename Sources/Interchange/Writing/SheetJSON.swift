import JSON
import LedgerCore

/// Everything that is known of one person's transactions, for programs (`docs/exporting.md`).
struct SheetJSON {
    private let sheet: BookingSheet

    init(_ sheet: BookingSheet) { self.sheet = sheet }

    var bytes: [UInt8] {
        var json = JSONWriter(pretty: true)
        json.object { json in
            json.member("splitcloneExport", 1)
            json.key("ledger")
            json.object { json in
                json.member("id", sheet.ledger.text)
                json.member("name", sheet.ledgerName)
                json.member("currency", sheet.currency.code)
                json.member("minorDigits", sheet.currency.digits)
            }
            json.key("participant")
            json.object { json in
                json.member("id", sheet.participant.description)
                json.member("name", sheet.participantName)
            }
            json.member("mode", sheet.projection.rawValue)
            json.key("filter")
            json.object { json in
                json.member("from", sheet.filter.from?.description)
                json.member("to", sheet.filter.to?.description)
                json.member("labels", each: sheet.filter.labels.sorted()) { $0.value($1.description) }
            }
            json.member("opening", amount(sheet.opening))
            json.member("closing", amount(sheet.closing))
            json.member("transactions", each: sheet.bookings) { json, booking in write(booking, &json) }
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }

    private func amount(_ money: Money) -> String { money.text(in: sheet.currency) }

    private func write(_ booking: Booking, _ json: inout JSONWriter) {
        json.object { json in
            json.member("id", booking.id.description)
            json.member("kind", booking.kind.rawValue)
            json.member("date", booking.date.description)
            json.member("amount", amount(booking.amount))
            json.member("title", booking.title)
            json.member("counterparties", each: booking.counterparties) { $0.value($1) }
            json.member("labels", each: booking.labels) { $0.value($1) }
            json.member("category", booking.category)
            json.member("note", booking.note)
            json.member("total", amount(booking.total))
            json.member("paid", amount(booking.paid))
            json.member("share", amount(booking.share))
            json.member("changedAt", booking.changedAt.description)
        }
    }
}
