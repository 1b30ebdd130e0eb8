import JSON

/// The elements of an array, one after the other, so that only one of them is in memory as a tree.
struct JSONList {
    private(set) var count = 0
    private var isFirst = true
    private var fault: JSONError?

    /// The reader stands before the array.
    init(_ reader: inout JSONReader) {
        do throws(JSONError) { try reader.enterArray() } catch { fault = error }
    }

    mutating func next(_ reader: inout JSONReader) throws(ImportRefusal) -> JSONValue? {
        if let fault { throw ImportRefusal(fault) }
        do throws(JSONError) {
            guard try reader.nextElement(&isFirst) else { return nil }
            count += 1
            return try reader.readValue()
        } catch {
            throw ImportRefusal(error)
        }
    }
}

extension ImportRefusal {
    init(_ error: JSONError) {
        self.init(.malformedJSON, "The file is not the JSON it should be: \(error).")
    }
}
