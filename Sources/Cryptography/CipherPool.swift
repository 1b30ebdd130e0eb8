import COpenSSL
import Synchronization

/// Contexts of AES-256-GCM in which one key is already expanded: making one costs more than sealing an event does.
///
/// A context serves one call at a time. The pool keeps as many as were ever needed at once, up to a limit.
final class CipherPool: Sendable {
    /// More than this many calls at once with one key are rare; their contexts are freed again.
    private static let limit = 4

    private let key: SecretMemory
    private let direction: CipherContext.Direction
    private let idle = Mutex<[CipherContext]>([])

    init(_ key: SecretMemory, for direction: CipherContext.Direction) {
        self.key = key
        self.direction = direction
    }

    func withContext<R>(_ body: (CipherContext) -> R) -> R {
        let context = idle.withLock { $0.popLast() } ?? CipherContext(key, direction)
        let result = body(context)
        idle.withLock { if $0.count < Self.limit { $0.append(context) } }
        return result
    }
}

/// One EVP cipher context, owned.
final class CipherContext: Sendable {
    enum Direction: Int32 {
        case opening = 0
        case sealing = 1
    }

    /// Safe because a context is used by one caller at a time: the pool hands it out and takes it back under a lock.
    nonisolated(unsafe) private let context: OpaquePointer
    private let direction: Direction

    init(_ key: SecretMemory, _ direction: Direction) {
        self.direction = direction
        context = succeeded(EVP_CIPHER_CTX_new())
        let done = key.withBytes {
            EVP_CipherInit_ex(context, EVP_aes_256_gcm(), nil, $0.bytes, nil, direction.rawValue)
        }
        succeeded(done)
    }

    deinit {
        EVP_CIPHER_CTX_free(context)
    }

    /// Starts a message with a nonce of 12 bytes.
    func start(nonce: UnsafeRawBufferPointer, associatedData: [UInt8]) {
        succeeded(EVP_CipherInit_ex(context, nil, nil, nil, nonce.bytes, -1))
        if associatedData.isEmpty { return }
        var written: Int32 = 0
        succeeded(EVP_CipherUpdate(context, nil, &written, associatedData, Int32(associatedData.count)))
    }

    /// Turns `input` into as many bytes of `output`. EVP counts in `Int32`, so a huge input goes in several steps.
    func update(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) {
        let step = 1 << 30
        for offset in stride(from: 0, to: input.count, by: step) {
            let part = offset..<min(offset + step, input.count)
            let source = UnsafeRawBufferPointer(rebasing: input[part])
            let target = UnsafeMutableRawBufferPointer(rebasing: output[part])
            var written: Int32 = 0
            succeeded(EVP_CipherUpdate(context, target.bytes, &written, source.bytes, Int32(part.count)))
        }
    }

    func finishSealing(tag: UnsafeMutableRawBufferPointer) {
        var none: UInt8 = 0
        var written: Int32 = 0
        succeeded(EVP_CipherFinal_ex(context, &none, &written))
        succeeded(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tag.count), tag.baseAddress))
    }

    /// True when the tag is the message's.
    func finishOpening(tag: UnsafeRawBufferPointer) -> Bool {
        let expected = UnsafeMutableRawPointer(mutating: tag.baseAddress)
        succeeded(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), expected))
        var none: UInt8 = 0
        var written: Int32 = 0
        if EVP_CipherFinal_ex(context, &none, &written) == 1 { return true }
        // Left in this thread's error queue, the failure would be taken for that of the next TLS call on it.
        ERR_clear_error()
        return false
    }
}
