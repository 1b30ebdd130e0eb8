import LedgerSync
import Synchronization

/// Lets somebody wait for whichever of several answers comes first; later ones are dropped.
final class FirstAnswer<Value: Sendable>: Sendable {
    private let waiting: Mutex<CheckedContinuation<Value, any Error>?>

    init(_ continuation: CheckedContinuation<Value, any Error>) {
        waiting = Mutex(continuation)
    }

    func give(_ answer: Result<Value, any Error>) {
        let first = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        first?.resume(with: answer)
    }
}

/// How long a person waits for a folder. The contract allows a sync thirty seconds; this leaves room for what follows.
private let folderPatience: Duration = .seconds(20)

extension Books {
    /// By the clock that sync goes by, which is not the world's in every test.
    func answerOfFolder<Value: Sendable>(
        within patience: Duration = folderPatience,
        orElse late: any Error = SharingRefusal.folderUnreachable("it takes too long"),
        _ ask: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await Bookkeeping.answerOfFolder(within: patience, orElse: late, sleep: sync.clock.sleep, ask)
    }
}

/// Asks a folder, and gives up waiting when it hangs, as drives that are mounted over a network do: the call goes on by
/// itself until the system ends it, and its answer is dropped.
func answerOfFolder<Value: Sendable>(
    within patience: Duration = folderPatience,
    orElse late: any Error = SharingRefusal.folderUnreachable("it takes too long"),
    sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) },
    _ ask: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        let first = FirstAnswer(continuation)
        let timeout = Task {
            await sleep(patience)
            if !Task.isCancelled { first.give(.failure(late)) }
        }
        Task {
            do {
                first.give(.success(try await ask()))
            } catch {
                first.give(.failure(error))
            }
            timeout.cancel()
        }
    }
}
