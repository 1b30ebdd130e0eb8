import HTTPServer
import LedgerCore

/// The parameters of a request's query, read as strictly as a body: what nobody asked for is refused, because a filter
/// that is silently ignored shows wrong sums.
struct QueryReader {
    private let pairs: [(name: String, value: String)]
    private var asked: [String] = []
    private var errors: [Problem.FieldError] = []

    init(_ query: String?) throws(Problem) {
        do {
            pairs = try query.map { try PercentEncoding.pairs(ofQuery: $0) } ?? []
        } catch {
            throw Problem(400, "malformed-query", "The query can not be decoded.")
        }
    }

    mutating func finish() throws(Problem) {
        for pair in pairs where !asked.contains(pair.name) {
            refuse(pair.name, "unknown-parameter", "There is no parameter “\(pair.name.prefix(100))” here.")
            asked.append(pair.name)
        }
        if !errors.isEmpty { throw Problem.refused(errors) }
    }

    mutating func refuse(_ name: String, _ code: String, _ message: String) {
        errors.append(Problem.FieldError(field: name, code: code, message: message))
    }

    mutating func all(_ name: String) -> [String] {
        asked.append(name)
        return pairs.filter { $0.name == name }.map(\.value)
    }

    /// The value of a parameter that makes sense once.
    mutating func one(_ name: String) -> String? {
        let values = all(name)
        if values.count > 1 { refuse(name, "repeated", "The parameter “\(name)” can be given only once.") }
        return values.first
    }

    mutating func one<Value>(_ name: String, _ wanted: String, _ read: (String) -> Value?) -> Value? {
        guard let text = one(name) else { return nil }
        let value = read(text)
        if value == nil { refuse(name, "invalid-parameter", "The parameter “\(name)” must be \(wanted).") }
        return value
    }

    mutating func optionalDay(_ name: String) -> CalendarDay? {
        one(name, "a day such as 2026-05-14") { CalendarDay($0) }
    }

    mutating func optionalMonth(_ name: String) -> CalendarMonth? {
        one(name, "a month such as 2026-05") { CalendarMonth($0) }
    }

    /// The value of a parameter that has to be there.
    mutating func required<Value>(_ name: String, _ wanted: String, _ read: (String) -> Value?) -> Value? {
        if !pairs.contains(where: { $0.name == name }) {
            refuse(name, "missing", "The parameter “\(name)” is missing: \(wanted).")
        }
        return one(name, wanted, read)
    }

    mutating func all<Value>(_ name: String, _ wanted: String, _ read: (String) -> Value?) -> [Value] {
        let texts = all(name)
        let values = texts.compactMap(read)
        if values.count < texts.count {
            refuse(name, "invalid-parameter", "The parameter “\(name)” must be \(wanted).")
        }
        return values
    }
}
