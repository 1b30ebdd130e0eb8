import LedgerCore

/// Reads a file, piece by piece as it comes, and makes a plan of it. Memory grows with what is understood, never with what a
/// file claims to be.
package struct ImportReading: Sendable {
    /// So much of the file has been read.
    package private(set) var byteCount = 0
    /// So many entries have been found.
    package var entryCount: Int { draft.entries.count }

    var draft: PlanDraft
    private var text = TextStream()
    /// What has come before it is known what the file is; all of it when it is JSON.
    var beginning: [UInt8] = []
    private var isJSON = false
    private var csv: CSVReader?
    private var rows: (any RowReading)?
    var format: ImportFormat?
    private var headingLine = 0
    private var rowCount = 0
    private var sample: [[String]] = []

    package init(_ options: ImportOptions = ImportOptions()) {
        draft = PlanDraft(options)
    }

    /// A whole file at once.
    package static func plan(
        of bytes: [UInt8], _ options: ImportOptions = ImportOptions()
    ) throws(ImportRefusal) -> ImportPlan {
        var reading = ImportReading(options)
        try reading.read(bytes[...])
        return try reading.finish()
    }

    package mutating func read(_ bytes: ArraySlice<UInt8>) throws(ImportRefusal) {
        if byteCount == 0 { try Self.refuseContainers(bytes) }
        byteCount += bytes.count
        guard byteCount <= ImportLimits.fileBytes else {
            throw ImportRefusal(.tooLarge, "The file is larger than \(ImportLimits.fileBytes >> 20) MB.")
        }
        var rest = bytes
        while !rest.isEmpty {
            let chunk = rest.prefix(ImportLimits.chunkBytes)
            rest = rest.dropFirst(chunk.count)
            try take(text.read(chunk))
        }
    }

    package mutating func finish() throws(ImportRefusal) -> ImportPlan {
        try take(text.read([], isLast: true))
        if csv == nil, !isJSON { try begin(isWhole: true) }
        if isJSON { try readJSON() }
        if let last = try csv?.finish() { try read(last) }
        try rows?.finish(into: &draft)
        guard let format else { throw ImportRefusal(.empty, "There is nothing in the file.") }
        if csv?.hasLegacyText == true {
            draft.note(nil, .legacyEncoding, "The file is not in UTF-8; it was read as Windows-1252.")
        }
        return ImportPlan(
            format: format, people: draft.people, books: draft.books, categories: draft.categories,
            entries: draft.entries, issues: draft.issues, issueCount: draft.issueCount, questions: draft.questions,
            sample: sample, byteCount: byteCount)
    }
}

extension ImportReading {
    private mutating func take(_ bytes: ArraySlice<UInt8>) throws(ImportRefusal) {
        guard csv == nil else { return try readTable(bytes) }
        beginning += bytes
        if isJSON {
            guard beginning.count <= ImportLimits.jsonBytes else {
                throw ImportRefusal(.tooLarge, "JSON can be read up to \(ImportLimits.jsonBytes >> 20) MB.")
            }
        } else if beginning.count >= ImportLimits.chunkBytes {
            try begin(isWhole: false)
        }
    }

    /// Enough is there to see what the file is.
    private mutating func begin(isWhole: Bool) throws(ImportRefusal) {
        let first = beginning.first { $0 > 0x20 }
        if first == UInt8(ascii: "{") || (first == UInt8(ascii: "[") && draft.options.columns == nil) {
            isJSON = true
            return
        }
        let shape = try TableShape(beginning[...], isWhole: isWhole)
        guard !shape.rows.isEmpty || !isWhole else { throw ImportRefusal(.empty, "There is nothing in the file.") }
        try chooseReader(shape)
        csv = CSVReader(separator: shape.separator)
        let bytes = beginning
        beginning = []
        try readTable(bytes[...])
    }

    private mutating func readTable(_ bytes: ArraySlice<UInt8>) throws(ImportRefusal) {
        guard let rows = try csv?.read(bytes) else { return }
        try read(rows)
    }

    private mutating func read(_ found: [CSVRow]) throws(ImportRefusal) {
        for row in found where row.line > headingLine && !row.isBlank {
            rowCount += 1
            guard rowCount <= ImportLimits.rows else {
                throw ImportRefusal(.tooMany, "The file has more than \(ImportLimits.rows) rows.", line: row.line)
            }
            if row.isUnclosed {
                draft.lose(row.line, .quoteUnclosed, "A quotation mark that begins here is never closed.")
            } else {
                try rows?.read(row, into: &draft)
            }
        }
    }

    /// The first rows tell what the table is; a note may stand above its headings.
    private mutating func chooseReader(_ shape: TableShape) throws(ImportRefusal) {
        if let columns = draft.options.columns {
            guard let header = shape.rows.first else { throw ImportRefusal(.empty, "There is nothing in the file.") }
            format = .table
            headingLine = header.line
            rows = try MappedTable(header, columns, shape.numbers, into: &draft)
            return
        }
        for (place, row) in shape.rows.enumerated() {
            let next = place + 1 < shape.rows.count ? shape.rows[place + 1] : nil
            guard let (format, reader) = try Self.reader(row, before: next, shape.numbers, &draft) else { continue }
            self.format = format
            rows = reader
            // Formats with sections have headings of their own.
            headingLine = reader is Cospend || reader is PayBack ? row.line - 1 : row.line
            return
        }
        format = .table
        sample = shape.rows.prefix(Self.sampleRows).map { $0.fields.map { String($0.prefix(Self.sampleLength)) } }
        draft.ask(
            .columns, "It is not known where this table comes from: say what its columns are.",
            choices: TableColumn.allCases.map(\.rawValue))
    }

    private static let sampleRows = 6
    private static let sampleLength = 100

    private static func reader(
        _ row: CSVRow, before next: CSVRow?, _ numbers: DecimalNumber.Style, _ draft: inout PlanDraft
    ) throws(ImportRefusal) -> (ImportFormat, any RowReading)? {
        if PayBack.matches(row) { return (.payBack, PayBack()) }
        if let format = Cospend.matches(row) { return (format, Cospend()) }
        if SpliitCSV.matches(row) { return (.spliitCSV, try SpliitCSV(row, into: &draft)) }
        if SettleUp.matches(row) { return (.settleUp, SettleUp(row)) }
        if Tricount.matches(row) { return (.tricount, try Tricount(row, into: &draft)) }
        if OwnExport.matches(row) { return (.splitclone, OwnExport(numbers, into: &draft)) }
        if Splitwise.matches(row, before: next) { return (.splitwise, try Splitwise(row, numbers, into: &draft)) }
        return nil
    }
}
