/// The fields that the server itself must understand: who is asked, how long the body is, what becomes of the
/// connection. What could be read in two ways is refused (RFC 9112 §§3.2, 6, 11.2).
struct KnownFields {
    private var host: Range<Int>?
    private var length: Int?
    private var isChunked = false
    private(set) var saysClose = false
    private(set) var saysKeepAlive = false
    private(set) var expectsContinue = false

    mutating func note(_ input: Span<UInt8>, name: Range<Int>, value: Range<Int>) throws(WireProblem) {
        switch name.count {
        case 4 where input.equals(name, ignoringCase: "host"):
            guard host == nil else { throw .malformed("There is more than one Host.") }
            host = value
        case 6 where input.equals(name, ignoringCase: "expect"):
            guard input.equals(value, ignoringCase: "100-continue") else {
                throw WireProblem(.expectationFailed, "expectation-failed", "Only 100-continue can be expected.")
            }
            expectsContinue = true
        case 10 where input.equals(name, ignoringCase: "connection"):
            noteConnection(input, value)
        case 14 where input.equals(name, ignoringCase: "content-length"):
            guard length == nil else { throw .malformed("There is more than one Content-Length.") }
            length = try Self.readLength(input, value)
        case 17 where input.equals(name, ignoringCase: "transfer-encoding"):
            guard !isChunked else { throw .malformed("There is more than one Transfer-Encoding.") }
            guard input.equals(value, ignoringCase: "chunked") else {
                throw WireProblem(
                    .notImplemented, "transfer-coding-not-implemented", "The only transfer coding is chunked.")
            }
            isChunked = true
        default: break
        }
    }

    /// How the body is delimited (RFC 9112 §6.3).
    func framing(for version: HTTPVersion) throws(WireProblem) -> BodyFraming {
        if isChunked {
            guard version == .http11 else { throw .malformed("HTTP/1.0 has no Transfer-Encoding.") }
            guard length == nil else { throw .malformed("Content-Length and Transfer-Encoding contradict each other.") }
            return .chunked
        }
        guard let length, length > 0 else { return .none }
        return .length(length)
    }

    /// Where the host name stands. It must be there in HTTP/1.1, and be one.
    func hostSpan(_ input: Span<UInt8>, for version: HTTPVersion) throws(WireProblem) -> Range<Int>? {
        guard let host else {
            guard version == .http10 else { throw .malformed("There is no Host.") }
            return nil
        }
        guard let name = Authority.hostName(input, host) else { throw .malformed("The Host is not well formed.") }
        return name
    }

    /// Digits only; no sign, no list. More than fits is as good as `Int.max`: too large for any limit.
    private static func readLength(_ input: Span<UInt8>, _ value: Range<Int>) throws(WireProblem) -> Int {
        guard !value.isEmpty else { throw .malformed("The Content-Length is not a number.") }
        var length = 0
        for index in value {
            guard ByteClass.isDigit(input[index]) else { throw .malformed("The Content-Length is not a number.") }
            let (tens, overflow) = length.multipliedReportingOverflow(by: 10)
            length = overflow || tens > Int.max - 9 ? Int.max : tens + Int(input[index] - 48)
        }
        return length
    }

    private mutating func noteConnection(_ input: Span<UInt8>, _ value: Range<Int>) {
        var start = value.lowerBound
        while start < value.upperBound {
            var end = start
            while end < value.upperBound, input[end] != UInt8(ascii: ",") { end += 1 }
            var first = start
            var last = end
            while first < last, ByteClass.isBlank(input[first]) { first += 1 }
            while last > first, ByteClass.isBlank(input[last - 1]) { last -= 1 }
            if input.equals(first..<last, ignoringCase: "close") { saysClose = true }
            if input.equals(first..<last, ignoringCase: "keep-alive") { saysKeepAlive = true }
            start = end + 1
        }
    }
}
