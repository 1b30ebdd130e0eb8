/// Lets work that looks first and then acts be done by one at a time, in the order in which it came.
actor OneAtATime {
    private var isBusy = false
    private var line: [CheckedContinuation<Void, Never>] = []

    func run<Value: Sendable>(_ work: @Sendable () async throws -> Value) async throws -> Value {
        if isBusy { await withCheckedContinuation { line.append($0) } }
        isBusy = true
        // The next in line takes over at once: nobody slips in between.
        defer { if line.isEmpty { isBusy = false } else { line.removeFirst().resume() } }
        return try await work()
    }
}
