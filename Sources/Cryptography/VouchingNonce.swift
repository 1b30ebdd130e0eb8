/// A nonce that says what it was used for, to whoever has the key and can guess what that was. So what was being written can
/// be recognised by a file of which little more than the nonce is left.
///
/// Half of it is random, the other half a pseudorandom function (HMAC-SHA-256) of that and of the text. Without the key it
/// can not be told from a random one. Two texts get the same nonce as seldom as with random ones, once in 2⁹⁶; the same text,
/// sealed again, once in 2⁴⁸, and then the same bytes come out.
package struct VouchingNonce: Sendable {
    private static let freshBytes = Sealing.nonceBytes / 2
    private let key: SymmetricKey

    package init(_ key: SymmetricKey) {
        self.key = key.derived(label: "splitclone nonce")
    }

    func make(for text: [UInt8]) -> [UInt8] {
        let fresh = randomBytes(Self.freshBytes)
        return fresh + mark(fresh, text)
    }

    /// Whether the nonce that `sealed` begins with was made for this text. There must be a whole one.
    package func wasMade(for text: [UInt8], in sealed: [UInt8]) -> Bool {
        let nonce = sealed.prefix(Sealing.nonceBytes)
        return nonce.dropFirst(Self.freshBytes).elementsEqual(mark(nonce.prefix(Self.freshBytes), text))
    }

    private func mark(_ fresh: some Collection<UInt8>, _ text: [UInt8]) -> [UInt8] {
        Array(HMAC.sha256(fresh + text, key: key).prefix(Sealing.nonceBytes - Self.freshBytes))
    }
}
