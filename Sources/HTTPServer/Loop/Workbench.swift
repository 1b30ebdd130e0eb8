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
    var isRetiring = false
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
        for (index, byte) in lastHost.enumerated() where bytes[span.lowerBound + index] != byte { return false }
        return true
    }

    /// Writes how an answer begins: status line, date and id. All but the id mostly is the same as a moment ago.
    mutating func open(_ status: Status, _ id: RequestID) {
        if opening.status != status || opening.second != clock.seconds {
            let text = "HTTP/1.1 \(status.code) \(status.reason)\r\nDate: \(clock.date)\r\nX-Request-Id: "
            opening = Opening(status: status, second: clock.seconds, bytes: Array(text.utf8))
        }
        output += opening.bytes
        id.write(to: &output)
        output.append("\r\n")
    }

    private struct Opening {
        var status: Status = 0
        var second: UInt32 = 0
        var bytes: [UInt8] = []
    }
}
