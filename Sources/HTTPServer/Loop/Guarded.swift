import Synchronization

/// A value that is touched only under a lock.
///
/// `Mutex` locks inside the standard library, where the thread sanitizer cannot look, so that it would report whatever
/// a mutex protects. The counter says the same order in a way that it sees.
struct Guarded<Value: Sendable>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>
    private let turns = Atomic<UInt>(0)

    init(_ value: Value) { mutex = Mutex(value) }

    func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        mutex.withLock { value in
            _ = turns.load(ordering: .acquiring)
            defer { turns.wrappingAdd(1, ordering: .releasing) }
            return body(&value)
        }
    }
}
