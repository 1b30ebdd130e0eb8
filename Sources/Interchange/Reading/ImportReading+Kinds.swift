import JSON

extension ImportReading {
    /// Programs that are no text; a spreadsheet is an archive with tables in it, and is never unpacked here.
    private static let containers: [(beginning: [UInt8], code: ImportRefusal.Code)] = [
        ([0x50, 0x4B, 0x03, 0x04], .spreadsheet), ([0xD0, 0xCF, 0x11, 0xE0], .spreadsheet),
        ([0x1F, 0x8B], .notText), ([0x42, 0x5A, 0x68], .notText), ([0xFD, 0x37, 0x7A, 0x58], .notText),
        ([0x28, 0xB5, 0x2F, 0xFD], .notText), ([0x37, 0x7A, 0xBC, 0xAF], .notText),
        (Array("%PDF".utf8), .notText), (Array("<".utf8), .notText),
    ]

    static func refuseContainers(_ bytes: ArraySlice<UInt8>) throws(ImportRefusal) {
        guard let found = containers.first(where: { bytes.starts(with: $0.beginning) }) else { return }
        if found.code == .spreadsheet {
            throw ImportRefusal(
                .spreadsheet,
                "This is a spreadsheet or an archive. Send the file as the program delivered it, or save it as CSV.")
        }
        throw ImportRefusal(.notText, "This is neither a table (CSV) nor JSON.")
    }

    mutating func readJSON() throws(ImportRefusal) {
        // All of it is looked at first: what is cut off or nested without end is not begun with.
        var reader = JSONReader(beginning)
        let kind = try Self.asRefusal { () throws(JSONError) in
            var whole = reader
            let kind = try whole.peekKind()
            try whole.skipValue()
            try whole.finish()
            return kind
        }
        if kind == .array {
            format = .ihatemoneyJSON
            return try IHateMoneyJSON.read(&reader, into: &draft)
        }
        let spliit = try Self.asRefusal { () throws(JSONError) in
            var reader = reader
            return try SpliitJSON(&reader)
        }
        if let spliit {
            format = .spliitJSON
            return try spliit.read(into: &draft)
        }
        guard beginning.count <= ImportLimits.treeBytes,
            let registry = TricountJSON.registry(try Self.asRefusal { () throws(JSONError) in try reader.readValue() })
        else { throw ImportRefusal(.unknownFormat, "It is not known which program wrote this JSON.") }
        format = .tricountJSON
        try TricountJSON.read(registry, into: &draft)
    }

    private static func asRefusal<Value>(_ read: () throws(JSONError) -> Value) throws(ImportRefusal) -> Value {
        do throws(JSONError) {
            return try read()
        } catch {
            throw ImportRefusal(error)
        }
    }
}
