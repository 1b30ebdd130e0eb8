import LedgerCore

/// Open Financial Exchange 1.0.2 (SGML, UTF-8), which more programs read than the XML of version 2. `FITID` is the id of the
/// expense or settlement: an importing program knows what it has had already.
struct OFXExport {
    private static let longestName = 32
    private static let longestMemo = 255

    private let sheet: BookingSheet

    init(_ sheet: BookingSheet) { self.sheet = sheet }

    var text: String {
        let account = sheet.participant.description.filter { $0 != "-" }.prefix(20)
        let kind = sheet.projection == .cash ? "C" : "V"
        return Self.header + """
            <OFX>
            <SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>\(moment)<LANGUAGE>ENG
            </SONRS></SIGNONMSGSRSV1>
            <BANKMSGSRSV1><STMTTRNRS><TRNUID>0<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>\(sheet.currency.code)
            <BANKACCTFROM><BANKID>SPLITCLON<ACCTID>\(account)-\(kind)<ACCTTYPE>CHECKING</BANKACCTFROM>
            <BANKTRANLIST><DTSTART>\(noon(sheet.firstDay))<DTEND>\(noon(sheet.lastDay))
            \(sheet.bookings.map(transaction).joined())</BANKTRANLIST>
            <LEDGERBAL><BALAMT>\(sheet.closing.text(in: sheet.currency))<DTASOF>\(noon(sheet.lastDay))</LEDGERBAL>
            </STMTRS></STMTTRNRS></BANKMSGSRSV1>
            </OFX>

            """
    }

    private static let header = """
        OFXHEADER:100
        DATA:OFXSGML
        VERSION:102
        SECURITY:NONE
        ENCODING:UTF-8
        CHARSET:NONE
        COMPRESSION:NONE
        OLDFILEUID:NONE
        NEWFILEUID:NONE


        """

    private func transaction(_ booking: Booking) -> String {
        let title = WrittenText.oneLine(booking.title)
        let name = WrittenText.clipped(title, Self.longestName)
        let parts = name == title ? [booking.memo] : [title, booking.memo]
        let whole = parts.filter { !$0.isEmpty }.joined(separator: " | ")
        let memo = WrittenText.clipped(whole, Self.longestMemo)
        return "<STMTTRN><TRNTYPE>\(booking.amount < .zero ? "DEBIT" : "CREDIT")<DTPOSTED>\(noon(booking.date))"
            + "<TRNAMT>\(booking.amount.text(in: sheet.currency))<FITID>\(booking.id)"
            + "<NAME>\(WrittenText.escaped(name.isEmpty ? "-" : name))"
            + (memo.isEmpty ? "" : "<MEMO>\(WrittenText.escaped(memo))") + "</STMTTRN>\n"
    }

    /// At noon nobody's time zone makes another day of it.
    private func noon(_ day: CalendarDay) -> String { day.description.filter { $0 != "-" } + "120000[0:GMT]" }

    private var moment: String {
        sheet.asOf.description.prefix(19).filter { !"-T:".contains($0) } + "[0:GMT]"
    }
}
