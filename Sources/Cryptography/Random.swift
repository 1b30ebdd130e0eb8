import COpenSSL

/// `count` bytes from OpenSSL's generator, which the kernel seeds. The only source of secrets in the project.
package func randomBytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        fillWithRandomBytes(UnsafeMutableRawBufferPointer(buffer))
        initialized = count
    }
}

func fillWithRandomBytes(_ buffer: UnsafeMutableRawBufferPointer) {
    if buffer.isEmpty { return }
    succeeded(RAND_bytes(buffer.bytes, Int32(buffer.count)))
}
