import Glibc

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
