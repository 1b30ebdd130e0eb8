import Glibc
import Synchronization

/// A file descriptor that is closed when nobody holds it any more.
final class Descriptor: Sendable {
    let number: CInt

    /// Takes what a system call returned; `nil` if the call failed.
    init?(_ number: CInt) {
        guard number >= 0 else { return nil }
        self.number = number
    }

    deinit { close(number) }
}

/// How many connections are open in the whole server, and how many there may be.
final class Census: Sendable {
    let capacity: Int
    private let count = Atomic<Int>(0)

    init(capacity: Int) { self.capacity = capacity }

    func enter() { count.add(1, ordering: .relaxed) }
    func leave() { count.subtract(1, ordering: .relaxed) }

    var isFull: Bool { count.load(ordering: .relaxed) >= capacity }
    /// Whether idle connections should make room.
    var isCrowded: Bool { count.load(ordering: .relaxed) > capacity / 4 * 3 }
}
