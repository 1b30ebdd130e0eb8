import COpenSSL

/// scrypt (RFC 7914): makes guessing what a person chose costly.
enum Scrypt {
    /// Fills `output` from a password: its UTF-8, without normalisation, overwritten afterwards.
    static func derive(
        from password: String, _ salt: [UInt8], _ cost: PasswordHash.Cost,
        into output: Slice<UnsafeMutableRawBufferPointer>
    ) {
        let output = UnsafeMutableRawBufferPointer(rebasing: output)
        var password = Array(password.utf8)
        defer { password.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) } }
        let done = password.withUnsafeBytes { bytes in
            EVP_PBE_scrypt(
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, salt, salt.count,
                1 << UInt64(cost.logN), UInt64(cost.r), UInt64(cost.p), UInt64(cost.memory), output.bytes, output.count)
        }
        succeeded(done)
    }

    /// Costly: not for an event loop.
    static func key(from passphrase: String, _ salt: [UInt8], _ cost: PasswordHash.Cost) -> SymmetricKey {
        SymmetricKey(filling: { output in derive(from: passphrase, salt, cost, into: output[...]) })
    }
}
