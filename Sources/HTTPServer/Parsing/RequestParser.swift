/// Bytes in, requests out: a pure value, one for each connection. However the bytes are cut, the requests are the same.
package struct RequestParser {
    package enum Step {
        case needsMore
        /// A head is there. If a body follows, `expectBody` must be called before the next step.
        case head(RequestHead)
        /// The body of the last head is complete.
        case body([UInt8])
    }

    private var headReader = HeadReader()
    private(set) var bodyReader: BodyReader?

    package init() {}

    /// Goes on reading at `offset` and moves it behind what has been dealt with. An unfinished head stays in the input:
    /// the next call must be given it again from its first byte.
    package mutating func step(
        _ input: Span<UInt8>, at offset: inout Int, limits: borrowing Limits
    ) throws(WireProblem) -> Step {
        let rest = input.extracting(offset..<input.count)
        if bodyReader != nil { return try readBody(rest, &offset) }
        guard let (head, length) = try headReader.read(rest, limits: limits) else { return .needsMore }
        offset += length
        return .head(head)
    }

    /// Says that the body of `head` is wanted, up to `limit` bytes, or is only to be read past.
    package mutating func expectBody(
        of head: RequestHead, limit: Int, isKept: Bool, limits: borrowing Limits
    ) throws(WireProblem) {
        bodyReader = try BodyReader(head.layout.framing, limit: limit, isKept: isKept, limits: limits)
    }

    private mutating func readBody(_ rest: Span<UInt8>, _ offset: inout Int) throws(WireProblem) -> Step {
        guard let (consumed, isComplete) = try bodyReader?.read(rest) else { return .needsMore }
        offset += consumed
        guard isComplete else { return .needsMore }
        defer { bodyReader = nil }
        return .body(bodyReader?.bytes ?? [])
    }
}
