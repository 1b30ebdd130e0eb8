/// Percent-encoding as RFC 3986 §2.1 has it, strictly: a `%` without two hexadecimal digits, a NUL and bytes that are
/// not UTF-8 are refused, never repaired.
package enum PercentEncoding {
    package enum Fault: Error, Sendable, Equatable { case badEscape, nul, notUTF8 }

    /// Decodes one component (a path segment, a name or value of a query). A query may write a space as `+`.
    package static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) throws(Fault) -> String {
        // Mostly it stands for itself, and is taken as it is.
        let plus = plusIsSpace ? UInt8(ascii: "+") : 0
        if !text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == plus || $0 == 0 }) { return String(text) }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.utf8.count)
        var rest = text.utf8.makeIterator()
        while let byte = rest.next() {
            if byte == UInt8(ascii: "%") {
                guard let first = rest.next().flatMap(ByteClass.hexValue),
                    let second = rest.next().flatMap(ByteClass.hexValue)
                else { throw .badEscape }
                decoded.append(first << 4 | second)
            } else {
                decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? 32 : byte)
            }
        }
        guard !decoded.contains(0) else { throw .nul }
        guard let result = String(validating: decoded, as: UTF8.self) else { throw .notUTF8 }
        return result
    }

    /// The segments of a path: `/ledgers/a%2Fb` is `["ledgers", "a/b"]`. A closing `/` gives an empty last segment.
    package static func segments(ofPath path: String) throws(Fault) -> [Substring] {
        let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
        let isEncoded = path.utf8.contains { $0 == UInt8(ascii: "%") || $0 == 0 }
        if !isEncoded { return segments.map(Substring.init) }
        return try segments.map { segment throws(Fault) in Substring(try decode(Substring(segment))) }
    }

    /// The pairs of a query in the order given; a name without `=` has the empty value.
    package static func pairs(ofQuery query: String) throws(Fault) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try decode(parts[0], plusIsSpace: true)
            pairs.append((name, parts.count == 2 ? try decode(parts[1], plusIsSpace: true) : ""))
        }
        return pairs
    }

    /// Encodes everything but RFC 3986's unreserved characters, as a path segment or a query value wants it.
    package static func encode(_ text: String) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            if ByteClass.isLetterOrDigit(byte) || "-._~".utf8.contains(byte) {
                encoded.append(byte)
            } else {
                encoded.append(UInt8(ascii: "%"))
                encoded += hexDigits[Int(byte >> 4)...Int(byte >> 4)] + hexDigits[Int(byte & 15)...Int(byte & 15)]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)
}
