import Cryptography
import FuzzDriver
import Glibc

/// Any bytes as what an authenticator sends: as a new passkey, as what it says of itself, and as a key. What is taken is no
/// longer than what was sent, and a key that is taken refuses a signature that nobody made.
@main struct FuzzPasskey {
    static func main() {
        exit(
            fuzz { start, count in
                let bytes = Array(UnsafeBufferPointer(start: start, count: count))
                if let made = try? AttestationObject(bytes) { FuzzPasskey.check(made.authenticator, bytes.count) }
                if let data = try? AuthenticatorData(bytes) { FuzzPasskey.check(data, bytes.count) }
                FuzzPasskey.checkKey(bytes)
                return 0
            })
    }

    private static func check(_ data: AuthenticatorData, _ length: Int) {
        precondition(data.siteHash.count == 32)
        guard let credential = data.credential else { return }
        precondition(credential.id.count <= AuthenticatorData.longestCredentialID)
        precondition(37 + 18 + credential.id.count + credential.publicKey.count <= length)
        checkKey(credential.publicKey)
    }

    private static func checkKey(_ bytes: [UInt8]) {
        guard let key = try? PasskeyPublicKey(cose: bytes) else { return }
        precondition(!key.verifies(Array("no signature".utf8), of: bytes))
    }
}
