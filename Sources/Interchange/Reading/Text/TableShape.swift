/// How a table is written: found out from its beginning.
struct TableShape: Sendable {
    let separator: UInt8
    /// The first rows that are not blank.
    let rows: [CSVRow]

    private static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")]
    private static let rowCount = 20

    /// - Parameter isWhole: the file has nothing more than this.
    init(_ beginning: ArraySlice<UInt8>, isWhole: Bool) throws(ImportRefusal) {
        var best: (columns: Int, separator: UInt8, rows: [CSVRow]) = (0, Self.separators[0], [])
        for separator in Self.separators {
            let rows = try Self.rows(beginning, separator, isWhole: isWhole)
            let columns = rows.map(\.fields.count).max() ?? 0
            if columns > best.columns { best = (columns, separator, rows) }
        }
        separator = best.separator
        rows = best.rows
    }

    private static func rows(
        _ beginning: ArraySlice<UInt8>, _ separator: UInt8, isWhole: Bool
    ) throws(ImportRefusal) -> [CSVRow] {
        var reader = CSVReader(separator: separator)
        var rows = try reader.read(beginning)
        if isWhole { rows += try reader.finish() }
        return Array(rows.lazy.filter { !$0.isBlank }.prefix(rowCount))
    }

    /// A table that a spreadsheet saved in a country with decimal commas is separated by something else.
    var numbers: DecimalNumber.Style { separator == UInt8(ascii: ",") ? .point : .either }
}
