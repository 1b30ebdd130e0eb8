import Glibc

/// What the connections of one loop share: scratch space, the time, and whom to ask. Only one connection is at the
/// bench at a time, so an idle one owns no buffers.
struct Workbench {
    let application: any Application
    let limits: Limits
    let handle: LoopHandle
    let census: Census
    var clock = LoopClock()
    /// What was just read; taken out while it is looked at.
    var input: [UInt8]
    /// Answers that have not been sent; belongs to the connection that is at the bench.
    var output: [UInt8] = []
    /// The same for connections with TLS: what was just read, and answers as they go out.
    var sealedInput: [UInt8] = []
    var sealedOutput: [UInt8] = []
    var isRetiring = false
    /// Handlers that have not answered yet.
    var handlers = 0
    private var opening = Opening()
    private var requestNumber = UInt64.random(in: 0 ... .max)
    private var lastHost: [UInt8] = []

    init(application: any Application, limits: Limits, handle: LoopHandle, census: Census) {
        self.application = application
        self.limits = limits
        self.handle = handle
        self.census = census
        input = Array(repeating: 0, count: limits.readBytes)
        output.reserveCapacity(limits.readBytes)
    }

    /// Different for every request (SplitMix64, from a random start).
    mutating func nextID() -> RequestID {
        requestNumber &+= 0x9e37_79b9_7f4a_7c15
        var bits = requestNumber
        bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
        return RequestID(bits ^ (bits >> 31))
    }

    /// Whether the host is ours; mostly it is the same as a moment ago.
    mutating func serves(_ head: RequestHead) -> Bool {
        guard let span = head.layout.host else { return true }
        if isLastHost(head.layout.bytes, span) { return true }
        guard application.serves(host: head.host ?? "") else { return false }
        lastHost = Array(head.layout.bytes[span])
        return true
    }

    private func isLastHost(_ bytes: [UInt8], _ span: Range<Int>) -> Bool {
        guard span.count == lastHost.count else { return false }
        return bytes.span.extracting(span).withUnsafeBytes { host in
            lastHost.withUnsafeBytes { last in
                guard let host = host.baseAddress, let last = last.baseAddress else { return false }
                return memcmp(host, last, span.count) == 0
            }
        }
    }

    /// Writes the head of an answer, and `body` behind it. How it begins mostly is the same as a moment ago.
    mutating func write(
        _ response: borrowing Response, _ id: RequestID, connection: StaticString?, _ framing: BodyFraming,
        body: Span<UInt8>
    ) {
        let (status, second) = (response.status, clock.seconds)
        if opening.status != status || opening.second != second {
            let text = "HTTP/1.1 \(status.code) \(status.reason)\r\nDate: \(clock.date)\r\nX-Request-Id: "
            opening = Opening(status: status, second: second, bytes: Array(text.utf8))
        }
        Self.write(
            opening.bytes, id, response.fields.wire, connection: connection, framing, body: body, to: &output)
    }

    private static func write(
        _ opening: [UInt8], _ id: RequestID, _ fields: [UInt8], connection: StaticString?, _ framing: BodyFraming,
        body: Span<UInt8>, to output: inout [UInt8]
    ) {
        output.append(addingCapacity: opening.count + fields.count + mostBytesBetween + body.count) { output in
            output.append(opening.span)
            id.write(to: &output)
            output.append("\r\n")
            output.append(fields.span)
            if let connection { output.append(connection) }
            switch framing {
            case .none: break
            case .chunked: output.append("Transfer-Encoding: chunked\r\n")
            case .length(let length):
                output.append("Content-Length: ")
                output.append(decimal: length)
                output.append("\r\n")
            }
            output.append("\r\n")
            output.append(body)
        }
    }

    /// The id, `Connection`, the length and the line ends, each at its longest.
    private static let mostBytesBetween = 16 + 24 + 37 + 6

    private struct Opening {
        var status: Status = 0
        var second: UInt32 = 0
        var bytes: [UInt8] = []
    }
}
