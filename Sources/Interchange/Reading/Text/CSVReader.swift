/// One record of a table.
struct CSVRow: Hashable, Sendable {
    /// Where it starts in the file, counted from 1.
    let line: Int
    var fields: [String]
    /// It ended inside quotation marks, with the file.
    var isUnclosed = false

    /// Without the white space around it; empty where the row is too short.
    subscript(column: Int) -> String { column < fields.count ? PlainText.trimmed(fields[column]) : "" }

    var isBlank: Bool { fields.allSatisfy { PlainText.trimmed($0).isEmpty } }
}

/// Takes a table apart, piece by piece as its bytes come (RFC 4180). Strict where two readers could understand different
/// things, forgiving where only one thing can be meant:
///
/// - records end with CRLF, LF or CR; the last one need not;
/// - a quotation mark inside an unquoted cell is itself; what follows the closing one up to the separator is kept;
/// - a cell that is not UTF-8 is read as Windows-1252.
///
/// A cell, a record and their number have limits: memory does not grow with the file.
struct CSVReader: Sendable {
    private enum State { case start, plain, quoted, quoteInQuoted }

    let separator: UInt8
    private(set) var hasLegacyText = false
    private var state = State.start
    private var cell: [UInt8] = []
    private var fields: [String] = []
    private var recordBytes = 0
    private var line = 1
    private var startLine = 1
    private var isAfterCR = false

    init(separator: UInt8) {
        self.separator = separator
    }

    /// The records that these bytes complete.
    mutating func read(_ bytes: ArraySlice<UInt8>) throws(ImportRefusal) -> [CSVRow] {
        var rows: [CSVRow] = []
        for byte in bytes {
            if isAfterCR {
                isAfterCR = false
                if byte == 0x0A { continue }
            }
            switch state {
            case .quoted:
                if byte == UInt8(ascii: "\"") {
                    state = .quoteInQuoted
                } else {
                    if byte == 0x0A { line += 1 }
                    try keep(byte)
                }
                continue
            case .quoteInQuoted where byte == UInt8(ascii: "\""):
                state = .quoted
                try keep(byte)
                continue
            case .start where byte == UInt8(ascii: "\""):
                state = .quoted
                continue
            default: break
            }
            if byte == separator {
                try endCell()
            } else if byte == 0x0A || byte == 0x0D {
                rows.append(try endRecord())
                isAfterCR = byte == 0x0D
                line += 1
                startLine = line
            } else {
                state = .plain
                try keep(byte)
            }
        }
        return rows
    }

    /// What is left when the file is over.
    mutating func finish() throws(ImportRefusal) -> [CSVRow] {
        if state == .start, cell.isEmpty, fields.isEmpty { return [] }
        let isUnclosed = state == .quoted
        var row = try endRecord()
        row.isUnclosed = isUnclosed
        return [row]
    }

    private mutating func keep(_ byte: UInt8) throws(ImportRefusal) {
        guard cell.count < ImportLimits.cellBytes else {
            throw ImportRefusal(
                .cellTooLong, "A cell is longer than \(ImportLimits.cellBytes) bytes. Is a quotation mark not closed?",
                line: startLine)
        }
        guard byte != 0 else {
            throw ImportRefusal(.notText, "The file has bytes that no text has.", line: line)
        }
        cell.append(byte)
    }

    private mutating func endCell() throws(ImportRefusal) {
        recordBytes += cell.count + 1
        guard fields.count < ImportLimits.columns, recordBytes <= ImportLimits.recordBytes else {
            throw ImportRefusal(.cellTooLong, "A row has too many cells, or too much in them.", line: startLine)
        }
        if let text = String(validating: cell, as: UTF8.self) {
            fields.append(text)
        } else {
            hasLegacyText = true
            fields.append(Windows1252.text(cell))
        }
        cell.removeAll(keepingCapacity: true)
        state = .start
    }

    private mutating func endRecord() throws(ImportRefusal) -> CSVRow {
        try endCell()
        let row = CSVRow(line: startLine, fields: fields)
        fields.removeAll(keepingCapacity: true)
        recordBytes = 0
        return row
    }
}

/// What spreadsheets in the west wrote before UTF-8. The five bytes that it does not define are the controls of Latin-1.
enum Windows1252 {
    static let high: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]

    static func text(_ bytes: [UInt8]) -> String {
        let units = bytes.map { (0x80...0x9F).contains($0) ? high[Int($0) - 0x80] : UInt16($0) }
        return String(decoding: units, as: UTF16.self)
    }
}
