import LedgerCore

/// A bank statement of ISO 20022, `camt.053.001.02`: the version that every program reads. References have 35 characters at
/// most, so ids stand without hyphens.
struct CAMTExport {
    /// Of a name and of a line of remittance information.
    private static let longest = 140

    private let sheet: BookingSheet

    init(_ sheet: BookingSheet) { self.sheet = sheet }

    var text: String {
        let account = sheet.participant.description.filter { $0 != "-" } + (sheet.projection == .cash ? "C" : "V")
        let moment = sheet.asOf.description
        let message = moment.filter(\.isNumber) + "-" + account.prefix(16)
        let code = sheet.currency.code
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">
            <BkToCstmrStmt>
            <GrpHdr><MsgId>\(message)</MsgId><CreDtTm>\(moment)</CreDtTm></GrpHdr>
            <Stmt><Id>\(message)</Id><CreDtTm>\(moment)</CreDtTm>
            <FrToDt><FrDtTm>\(sheet.firstDay)T00:00:00Z</FrDtTm><ToDtTm>\(sheet.lastDay)T23:59:59Z</ToDtTm></FrToDt>
            <Acct><Id><Othr><Id>\(account)</Id></Othr></Id><Ccy>\(code)</Ccy></Acct>
            \(balance("OPBD", sheet.opening, sheet.firstDay))
            \(balance("CLBD", sheet.closing, sheet.lastDay))
            \(sheet.bookings.map(entry).joined())</Stmt>
            </BkToCstmrStmt>
            </Document>

            """
    }

    private func balance(_ code: String, _ money: Money, _ day: CalendarDay) -> String {
        "<Bal><Tp><CdOrPrtry><Cd>\(code)</Cd></CdOrPrtry></Tp>\(amount(money))<Dt><Dt>\(day)</Dt></Dt></Bal>"
    }

    /// Never signed: whether it came or went is said beside it.
    private func amount(_ money: Money) -> String {
        "<Amt Ccy=\"\(sheet.currency.code)\">\(money.magnitude.text(in: sheet.currency))</Amt>"
            + "<CdtDbtInd>\(money < .zero ? "DBIT" : "CRDT")</CdtDbtInd>"
    }

    private func entry(_ booking: Booking) -> String {
        let party = booking.amount < .zero ? "Cdtr" : "Dbtr"
        let name = WrittenText.clipped(WrittenText.oneLine(booking.title), Self.longest)
        let memo = WrittenText.clipped(WrittenText.oneLine(booking.memo), Self.longest)
        let lines = [name, memo].filter { !$0.isEmpty }.map { "<Ustrd>\(WrittenText.escaped($0))</Ustrd>" }.joined()
        return """
            <Ntry>\(amount(booking.amount))<Sts>BOOK</Sts><BookgDt><Dt>\(booking.date)</Dt></BookgDt>\
            <ValDt><Dt>\(booking.date)</Dt></ValDt><AcctSvcrRef>\(booking.digits)</AcctSvcrRef>\
            <BkTxCd><Prtry><Cd>\(booking.kind == .expense ? "EXPENSE" : "SETTLEMENT")</Cd></Prtry></BkTxCd>\
            <NtryDtls><TxDtls><Refs><EndToEndId>\(booking.digits)</EndToEndId></Refs>\
            <RltdPties><\(party)><Nm>\(WrittenText.escaped(name.isEmpty ? "-" : name))</Nm></\(party)></RltdPties>\
            \(lines.isEmpty ? "" : "<RmtInf>\(lines)</RmtInf>")</TxDtls></NtryDtls></Ntry>

            """
    }
}
