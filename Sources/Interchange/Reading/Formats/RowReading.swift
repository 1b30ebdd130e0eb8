/// Reads the rows of one kind of table. Blank rows do not come.
protocol RowReading: Sendable {
    mutating func read(_ row: CSVRow, into plan: inout PlanDraft) throws(ImportRefusal)
    /// After the last row.
    mutating func finish(into plan: inout PlanDraft) throws(ImportRefusal)
}

extension RowReading {
    mutating func finish(into plan: inout PlanDraft) throws(ImportRefusal) {}
}

/// Where the columns of a table are, by their headings.
struct Columns: Sendable {
    let names: [String]
    private let places: [String: Int]

    init(_ row: CSVRow) {
        names = row.fields.indices.map { row[$0] }
        places = Dictionary(names.enumerated().map { ($1.lowercased(), $0) }) { first, _ in first }
    }

    subscript(name: String) -> Int? { places[name.lowercased()] }

    func has(_ wanted: String...) -> Bool { wanted.allSatisfy { self[$0] != nil } }

    /// The columns whose heading begins so, with the rest of it.
    func following(_ beginning: String) -> [(name: String, column: Int)] {
        names.enumerated().compactMap { column, name in
            name.hasPrefix(beginning) ? (String(name.dropFirst(beginning.count)), column) : nil
        }
    }
}

extension CSVRow {
    /// The cell below a heading; empty where there is none.
    func cell(_ column: Int?) -> String { column.map { self[$0] } ?? "" }
}
