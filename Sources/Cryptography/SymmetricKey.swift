/// A 256-bit key: a ledger's data key (`SC-ARC-ENC-1`), the master key, or one derived from it.
///
/// It prints as its fingerprint, compares in constant time, and its bytes are overwritten when nobody holds it any more.
package struct SymmetricKey: Sendable {
    package static let byteCount = 32

    private let memory: SecretMemory
    /// Cipher contexts with this key's schedule in them.
    let sealers, openers: CipherPool

    private init(_ memory: SecretMemory) {
        self.memory = memory
        sealers = CipherPool(memory, for: .sealing)
        openers = CipherPool(memory, for: .opening)
    }

    /// Nil unless there are exactly 32 bytes.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.init(SecretMemory(copying: bytes))
    }

    package static func random() -> SymmetricKey { SymmetricKey(filling: fillWithRandomBytes) }

    init(filling fill: (UnsafeMutableRawBufferPointer) -> Void) {
        self.init(SecretMemory(count: Self.byteCount, fill))
    }

    /// The key for one purpose: HKDF-SHA-256 (RFC 5869) of this key, without salt, with `label` as info.
    package func derived(label: String) -> SymmetricKey {
        let label = Array(label.utf8)
        return SymmetricKey(
            SecretMemory(count: Self.byteCount) { output in
                memory.withBytes { HKDF.derive(from: $0, label: label, into: output) }
            })
    }

    /// The key itself, for wrapping it with another key or for writing it as a join code.
    package var bytes: [UInt8] { memory.withBytes { Array($0) } }

    func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R { memory.withBytes(body) }

    /// The first 16 bytes of SHA-256(key) as 32 lower-case hexadecimal digits (`SC-ARC-ENC-3`): tells keys apart and
    /// tells nothing about them.
    package var fingerprint: String { Hexadecimal.encode(memory.withBytes(SHA256.hash).prefix(16)) }
}

extension SymmetricKey: Equatable {
    package static func == (one: SymmetricKey, other: SymmetricKey) -> Bool {
        one.memory.withBytes { a in other.memory.withBytes { b in constantTimeEqual(a, b) } }
    }
}

extension SymmetricKey: CustomStringConvertible, CustomReflectable {
    package var description: String { "key \(fingerprint)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
