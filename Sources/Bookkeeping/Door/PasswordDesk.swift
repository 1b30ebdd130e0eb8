import Cryptography

/// Where passwords are hashed and compared: one at a time, on no event loop. scrypt is slow and large on purpose, so the
/// line is short: who comes when it is full is asked to come back.
actor PasswordDesk {
    /// At about 0.1 s each nobody in line waits longer than a browser does.
    static let longestLine = 64

    private(set) var isBusy = false
    private(set) var line: [CheckedContinuation<Void, Never>] = []

    /// Runs `work` when it is its turn. `nil`: the line is full. `admit` is asked right before, when everyone who came
    /// earlier has been answered: so no number of attempts at once escapes the throttle.
    func take<Value: Sendable>(
        admit: @Sendable () throws -> Void = {}, _ work: @escaping @Sendable () -> Value
    ) async throws -> Value? {
        guard line.count < Self.longestLine else { return nil }
        if isBusy { await withCheckedContinuation { line.append($0) } }
        isBusy = true
        defer { leave() }
        try admit()
        return await Task.detached(executorPreference: globalConcurrentExecutor) { work() }.value
    }

    /// The next in line takes over at once: `isBusy` stays, so that nobody slips in between.
    private func leave() {
        if line.isEmpty { isBusy = false } else { line.removeFirst().resume() }
    }
}
