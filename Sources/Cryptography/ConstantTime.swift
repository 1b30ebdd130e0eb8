import COpenSSL

/// Whether two secrets are the same, in a time that depends on their lengths alone.
package func constantTimeEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.withUnsafeBytes { a in other.withUnsafeBytes { b in constantTimeEqual(a, b) } }
}

func constantTimeEqual(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
    guard one.count == other.count else { return false }
    guard let a = one.baseAddress, let b = other.baseAddress else { return true }
    return CRYPTO_memcmp(a, b, one.count) == 0
}
