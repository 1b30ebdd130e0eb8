/// The fields of a response, kept in the form in which they go out: `Name: value` lines, in the order given.
///
/// A response that is the same every time (a static file) is therefore written with one copy. Framing belongs to the
/// server: `Content-Length`, `Transfer-Encoding`, `Connection`, `Date` and `X-Request-Id` given here are ignored.
package struct HeaderFields: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    private(set) var wire: [UInt8] = []

    package init() {}

    package init(dictionaryLiteral fields: (String, String)...) {
        for (name, value) in fields { append(name, value) }
    }

    package var isEmpty: Bool { wire.isEmpty }

    /// Adds a field. A byte that could end the line or hide something becomes a space (no response splitting).
    package mutating func append(_ name: String, _ value: String) {
        guard !Self.isWrittenByServer(name) else { return }
        if wire.isEmpty { wire.reserveCapacity(Self.usualBytes) }
        let start = wire.count
        wire += name.utf8
        for index in start..<wire.count where !ByteClass.isToken(wire[index]) { wire[index] = UInt8(ascii: "-") }
        wire.append(": ")
        let valueStart = wire.count
        wire += value.utf8
        for index in valueStart..<wire.count where !ByteClass.isFieldValue(wire[index]) { wire[index] = 32 }
        wire.append("\r\n")
    }

    /// Most answers have a handful of fields: room for them at once, instead of growing with each.
    private static let usualBytes = 192

    package mutating func append(contentsOf other: HeaderFields) { wire += other.wire }

    /// The first value of a field; setting replaces every field of that name, `nil` removes them.
    package subscript(name: String) -> String? {
        get {
            for line in lines where Self.matches(wire[line], name) {
                let value = wire[(line.lowerBound + name.utf8.count + 2)..<(line.upperBound - 2)]
                return String(decoding: value, as: UTF8.self)
            }
            return nil
        }
        set {
            for line in lines.reversed() where Self.matches(wire[line], name) { wire.removeSubrange(line) }
            if let newValue { append(name, newValue) }
        }
    }

    private var lines: [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        for index in wire.indices where wire[index] == 10 {
            lines.append(start..<(index + 1))
            start = index + 1
        }
        return lines
    }

    private static func matches(_ line: ArraySlice<UInt8>, _ name: String) -> Bool {
        var index = line.startIndex
        for byte in name.utf8 {
            guard index < line.endIndex, ByteClass.lowercased(line[index]) == ByteClass.lowercased(byte) else {
                return false
            }
            index += 1
        }
        return index < line.endIndex && line[index] == UInt8(ascii: ":")
    }

    private static func isWrittenByServer(_ name: String) -> Bool {
        switch name.utf8.count {
        case 4: equals(name, "date")
        case 10: equals(name, "connection")
        case 12: equals(name, "x-request-id")
        case 14: equals(name, "content-length")
        case 17: equals(name, "transfer-encoding")
        default: false
        }
    }

    /// Both are of one length.
    private static func equals(_ name: String, _ lowercased: StaticString) -> Bool {
        lowercased.withUTF8Buffer { wanted in
            for (index, byte) in name.utf8.enumerated() where ByteClass.lowercased(byte) != wanted[index] {
                return false
            }
            return true
        }
    }
}
