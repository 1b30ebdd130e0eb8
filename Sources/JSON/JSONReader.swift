/// A strict pull reader over JSON bytes (RFC 8259).
///
/// The caller asks for what it expects, in the order in which the text has it; nothing is built that nobody asked for.
/// Stricter than the RFC demands, so that two readers can never understand one text differently: names are unique in an
/// object, a byte order mark is refused, half a surrogate pair (`"\ud800"`) is refused instead of being replaced, and
/// nesting ends at `depthLimit`. Numbers are handed out as the text they were, never as a binary fraction.
///
/// A reader is a value: a copy of it is a bookmark.
package struct JSONReader: Sendable {
    /// Nesting that no honest text needs; a bound on recursion.
    package static let depthLimit = 64

    package enum Kind: Sendable {
        case object, array, string, number, bool, null
    }

    let bytes: [UInt8]
    let end: Int
    package internal(set) var position: Int
    var depth = 0

    package init(_ bytes: [UInt8]) {
        self.init(bytes, in: 0..<bytes.count)
    }

    /// Reads one text that is a part of `bytes`; offsets in errors still count from the start of `bytes`.
    package init(_ bytes: [UInt8], in range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        self.bytes = bytes
        end = range.upperBound
        position = range.lowerBound
    }

    /// Nothing but white space may follow.
    package mutating func finish() throws(JSONError) {
        skipSpace()
        if position < end { throw JSONError(.trailingBytes, at: position) }
    }

    /// What kind of value comes next.
    package mutating func peekKind() throws(JSONError) -> Kind {
        skipSpace()
        return switch current {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
        case UInt8(ascii: "n"): .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number
        default: throw unexpected()
        }
    }

    // MARK: Scalars

    package mutating func readNull() throws(JSONError) {
        try expect(.null)
        try readLiteral("null")
    }

    package mutating func readBool() throws(JSONError) -> Bool {
        try expect(.bool)
        let value = current == UInt8(ascii: "t")
        try readLiteral(value ? "true" : "false")
        return value
    }

    /// A number's text, exactly as written.
    package mutating func readNumber() throws(JSONError) -> String {
        try expect(.number)
        let start = position
        try passNumber()
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// An integer written without fraction and exponent.
    package mutating func readInteger() throws(JSONError) -> Int {
        try expect(.number)
        let start = position
        try passNumber()
        guard let value = Self.integer(bytes[start..<position]) else { throw JSONError(.notAnInteger, at: start) }
        return value
    }

    private static func integer(_ digits: ArraySlice<UInt8>) -> Int? {
        let negative = digits.first == UInt8(ascii: "-")
        var value = 0
        for digit in negative ? digits.dropFirst() : digits {
            guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
            let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
            let unit = Int(digit - UInt8(ascii: "0"))
            let (next, overflow2) = tens.addingReportingOverflow(negative ? -unit : unit)
            if overflow || overflow2 { return nil }
            value = next
        }
        return value
    }

    // MARK: Arrays

    /// Steps into an array: `try reader.enterArray(); while try reader.nextElement(&first) { … }` with `first = true`.
    package mutating func enterArray() throws(JSONError) {
        try expect(.array)
        try descend()
    }

    /// True when an element follows; false when the array is over, which steps out of it.
    package mutating func nextElement(_ isFirst: inout Bool) throws(JSONError) -> Bool {
        skipSpace()
        if current == UInt8(ascii: "]") {
            ascend()
            return false
        }
        if !isFirst { try passComma() }
        isFirst = false
        return true
    }

    // MARK: Bytes

    /// The byte here; 0, which nothing in JSON starts with, at the end.
    var current: UInt8 { position < end ? bytes[position] : 0 }

    func unexpected() -> JSONError {
        JSONError(position < end ? .unexpectedByte : .unexpectedEnd, at: position)
    }

    mutating func skipSpace() {
        while position < end {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    mutating func expect(_ kind: Kind) throws(JSONError) {
        guard try peekKind() == kind else { throw JSONError(.wrongKind, at: position) }
    }

    mutating func descend() throws(JSONError) {
        guard depth < Self.depthLimit else { throw JSONError(.tooDeep, at: position) }
        depth += 1
        position += 1
    }

    mutating func ascend() {
        depth -= 1
        position += 1
    }

    /// A comma with something after it: `[1,]` is refused by whoever reads the value.
    mutating func passComma() throws(JSONError) {
        guard current == UInt8(ascii: ",") else { throw unexpected() }
        position += 1
        skipSpace()
        if current == UInt8(ascii: "]") || current == UInt8(ascii: "}") { throw unexpected() }
    }

    mutating func readLiteral(_ word: StaticString) throws(JSONError) {
        let start = position
        for index in 0..<word.utf8CodeUnitCount {
            guard position < end else { throw JSONError(.unexpectedEnd, at: position) }
            guard bytes[position] == word.utf8Start[index] else { throw JSONError(.badLiteral, at: start) }
            position += 1
        }
    }

    /// `[-] 0 | 1–9 digits  [. digits]  [e [±] digits]` (RFC 8259 section 6).
    mutating func passNumber() throws(JSONError) {
        let start = position
        if current == UInt8(ascii: "-") { position += 1 }
        let zero = current == UInt8(ascii: "0")
        let whole = passDigits()
        if whole == 0 || (zero && whole > 1) { throw JSONError(.badNumber, at: start) }
        if current == UInt8(ascii: ".") {
            position += 1
            if passDigits() == 0 { throw JSONError(.badNumber, at: start) }
        }
        if current | 0x20 == UInt8(ascii: "e") {
            position += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
            if passDigits() == 0 { throw JSONError(.badNumber, at: start) }
        }
    }

    private mutating func passDigits() -> Int {
        let start = position
        while position < end, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
        return position - start
    }
}
