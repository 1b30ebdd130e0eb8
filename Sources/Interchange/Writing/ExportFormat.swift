/// The formats in which one person's transactions can be had.
package enum ExportFormat: String, Sendable, CaseIterable {
    /// For spreadsheets: as CSV, with text that a spreadsheet would take for a formula made harmless.
    case spreadsheet
    case qif
    case ofx
    case camt053
    case hledger
    case beancount
    case ynab
    /// For WISO Mein Geld, Lexware and what else is made in Germany.
    case wiso
    /// Everything that is known of each of them.
    case json

    /// How days are written where the format leaves it open.
    package enum DateOrder: String, Sendable, CaseIterable {
        case mdy
        case dmy
        case iso
    }

    package enum Encoding: String, Sendable, CaseIterable {
        case utf8 = "utf-8"
        case windows1252 = "windows-1252"
    }

    /// What is left to choose.
    package struct Options: Sendable {
        package var dates: DateOrder?
        package var encoding: Encoding?

        package init(dates: DateOrder? = nil, encoding: Encoding? = nil) {
            self.dates = dates
            self.encoding = encoding
        }
    }

    /// Whether an option means anything here; one that is silently ignored would give wrong dates.
    package func takes(_ options: Options) -> Bool {
        (options.dates == nil || [.qif, .ynab].contains(self)) && (options.encoding == nil || self == .wiso)
    }

    package func contentType(_ options: Options = Options()) -> String {
        switch self {
        case .spreadsheet, .ynab: "text/csv; charset=utf-8"
        case .wiso: "text/csv; charset=" + (options.encoding ?? .utf8).rawValue
        case .qif: "application/qif"
        case .ofx: "application/x-ofx"
        case .camt053: "application/xml"
        case .hledger, .beancount: "text/plain; charset=utf-8"
        case .json: "application/json"
        }
    }

    /// How a file name ends. Different files of one person never have the same name.
    package var fileSuffix: String {
        switch self {
        case .spreadsheet: ".spreadsheet.csv"
        case .qif: ".qif"
        case .ofx: ".ofx"
        case .camt053: ".camt053.xml"
        case .hledger: ".journal"
        case .beancount: ".beancount"
        case .ynab: ".ynab.csv"
        case .wiso: ".wiso.csv"
        case .json: ".json"
        }
    }

    package func bytes(of sheet: BookingSheet, _ options: Options = Options()) -> [UInt8] {
        switch self {
        case .spreadsheet: return SpreadsheetExport(sheet).bytes
        case .qif: return Array(QIFExport(sheet, options.dates ?? .mdy).text.utf8)
        case .ofx: return Array(OFXExport(sheet).text.utf8)
        case .camt053: return Array(CAMTExport(sheet).text.utf8)
        case .hledger: return Array(JournalExport(sheet, .hledger).text.utf8)
        case .beancount: return Array(JournalExport(sheet, .beancount).text.utf8)
        case .ynab: return Array(YNABExport(sheet, options.dates ?? .mdy).text.utf8)
        case .wiso: return WISOExport(sheet).bytes(options.encoding ?? .utf8)
        case .json: return SheetJSON(sheet).bytes
        }
    }
}
