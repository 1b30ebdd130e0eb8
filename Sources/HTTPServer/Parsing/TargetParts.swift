/// What a request target says (RFC 9112 §3.2): a path with its query, an absolute address, or `*` for OPTIONS.
struct TargetParts {
    let path: Range<Int>
    let query: Range<Int>?
    /// The host of an absolute address; it counts instead of the `Host` field.
    let host: Range<Int>?

    init(_ input: Span<UInt8>, _ target: Range<Int>, method: Method) throws(WireProblem) {
        var start = target.lowerBound
        if input[start] == UInt8(ascii: "/") {
            host = nil
        } else if target.count == 1, input[start] == UInt8(ascii: "*"), method == .options {
            (path, query, host) = (target, nil, nil)
            return
        } else {
            guard let scheme = Self.schemeLength(input, target) else {
                throw .malformed("The request target is not well formed.")
            }
            let authority = start + scheme
            start = authority
            while start < target.upperBound, input[start] != UInt8(ascii: "/"), input[start] != UInt8(ascii: "?") {
                start += 1
            }
            host = Authority.hostName(input, authority..<start)
            guard host != nil else { throw .malformed("The request target is not well formed.") }
        }
        var pathEnd = start
        while pathEnd < target.upperBound, input[pathEnd] != UInt8(ascii: "?") { pathEnd += 1 }
        query = pathEnd < target.upperBound ? (pathEnd + 1)..<target.upperBound : nil
        // `http://host` means `/`: the last byte of `://` says so without another buffer.
        path = pathEnd > start ? start..<pathEnd : Self.slash(input, target)
    }

    private static func schemeLength(_ input: Span<UInt8>, _ target: Range<Int>) -> Int? {
        for (scheme, length) in [("http://" as StaticString, 7), ("https://", 8)]
        where target.count > length && input.equals(target.prefix(length), ignoringCase: scheme) { return length }
        return nil
    }

    private static func slash(_ input: Span<UInt8>, _ target: Range<Int>) -> Range<Int> {
        var index = target.lowerBound
        while input[index] != UInt8(ascii: "/") { index += 1 }
        return index..<(index + 1)
    }
}

/// `host[:port]` (RFC 3986 §3.2, without user information, which HTTP forbids).
enum Authority {
    /// Where the host name stands; `nil` if the whole is not well formed.
    static func hostName(_ input: Span<UInt8>, _ range: Range<Int>) -> Range<Int>? {
        let text = input.extracting(range)
        var end = 0
        if !text.isEmpty, text[0] == UInt8(ascii: "[") {
            end = 1
            while end < text.count, isAddressLiteral(text[end]) { end += 1 }
            guard end < text.count, text[end] == UInt8(ascii: "]"), end > 2 else { return nil }
            end += 1
        } else {
            while end < text.count, ByteClass.isHostName(text[end]) { end += 1 }
        }
        guard end > 0, isPort(text, end..<text.count) else { return nil }
        return range.lowerBound..<(range.lowerBound + end)
    }

    private static func isAddressLiteral(_ byte: UInt8) -> Bool {
        ByteClass.hexValue(byte) != nil || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
    }

    private static func isPort(_ input: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard !range.isEmpty else { return true }
        guard input[range.lowerBound] == UInt8(ascii: ":"), range.count <= 6 else { return false }
        var port = 0
        for index in range.dropFirst() {
            guard ByteClass.isDigit(input[index]) else { return false }
            port = port * 10 + Int(input[index] - 48)
        }
        return port <= 65_535
    }
}
