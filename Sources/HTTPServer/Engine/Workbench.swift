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
    private var requestNumber = UInt64.random(in: 0 ... .max)
    private var lastHost = ""

    init(application: any Application, limits: Limits, handle: LoopHandle, census: Census) {
        self.application = application
        self.limits = limits
        self.handle = handle
        self.census = census
        input = Array(repeating: 0, count: limits.readBytes)
        output.reserveCapacity(limits.readBytes)
    }

    /// Different for every request, and not to be guessed from another one's (SplitMix64).
    mutating func nextID() -> RequestID {
        requestNumber &+= 0x9e37_79b9_7f4a_7c15
        var bits = requestNumber
        bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
        return RequestID(bits ^ (bits >> 31))
    }

    /// Whether the host is ours; mostly it is the same as a moment ago.
    mutating func serves(_ host: String?) -> Bool {
        guard let host else { return true }
        if host == lastHost { return true }
        guard application.serves(host: host) else { return false }
        lastHost = host
        return true
    }
}
