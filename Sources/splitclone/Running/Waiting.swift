import Dispatch
import Glibc
import Synchronization

/// Runs asynchronous work from a command's synchronous `run` and waits for it. The main function stays synchronous so that
/// tools which cannot bear a main thread that ends (valgrind) can look inside.
func waitFor<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
    let done = DispatchSemaphore(value: 0)
    let outcome = Mutex<Result<Value, any Error>?>(nil)
    Task.detached {
        let result: Result<Value, any Error>
        do {
            result = .success(try await work())
        } catch {
            result = .failure(error)
        }
        outcome.withLock { $0 = result }
        done.signal()
    }
    done.wait()
    guard let result = outcome.withLock({ $0 }) else {
        throw CommandFailure(.failed, "the work ended without a result")
    }
    return try result.get()
}

/// The wish to end: SIGTERM from the system, SIGINT from the keyboard, SIGHUP from a closed terminal.
final class EndSignal {
    private let asked = DispatchSemaphore(value: 0)
    private var sources: [any DispatchSourceSignal] = []

    /// From now on these signals no longer kill the process.
    init() {
        for number in [SIGTERM, SIGINT, SIGHUP] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { [asked] in asked.signal() }
            source.resume()
            sources.append(source)
        }
    }

    func wait() { asked.wait() }
}
