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
        wire.reserveCapacity(wire.count + name.utf8.count + value.utf8.count + 4)
        for byte in name.utf8 { wire.append(ByteClass.isToken(byte) ? byte : UInt8(ascii: "-")) }
        wire.append(UInt8(ascii: ":"))
        wire.append(UInt8(ascii: " "))
        for byte in value.utf8 { wire.append(ByteClass.isFieldValue(byte) ? byte : UInt8(ascii: " ")) }
        wire.append(13)
        wire.append(10)
    }

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
        case 4, 10, 12, 14, 17: serverFields.contains(name.lowercased())
        default: false
        }
    }

    private static let serverFields: Set = [
        "content-length", "transfer-encoding", "connection", "date", "x-request-id",
    ]
}
