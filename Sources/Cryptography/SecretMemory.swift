import COpenSSL

/// A few secret bytes that are overwritten when the last owner lets them go.
final class SecretMemory: Sendable {
    let count: Int
    /// Safe because the bytes are written before `init` returns and only read until `deinit`.
    nonisolated(unsafe) private let start: UnsafeMutableRawPointer

    init(count: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) {
        self.count = count
        start = .allocate(byteCount: max(count, 1), alignment: 16)
        start.initializeMemory(as: UInt8.self, repeating: 0, count: count)
        fill(UnsafeMutableRawBufferPointer(start: start, count: count))
    }

    convenience init(copying bytes: some Collection<UInt8>) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    deinit {
        OPENSSL_cleanse(start, count)
        start.deallocate()
    }

    func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
        body(UnsafeRawBufferPointer(start: start, count: count))
    }
}
