/// A passkey's proof that its person is there, as `navigator.credentials.get` answers it (WebAuthn level 2, §7.2).
package struct PasskeyAssertion: Sendable {
    private let authenticatorData: [UInt8]
    private let clientData: [UInt8]
    private let signature: [UInt8]
    package let authenticator: AuthenticatorData

    package init(
        authenticatorData: [UInt8], clientData: [UInt8], signature: [UInt8]
    ) throws(PasskeyFault) {
        authenticator = try AuthenticatorData(authenticatorData)
        self.authenticatorData = authenticatorData
        self.clientData = clientData
        self.signature = signature
    }

    /// Signed is what the authenticator says, followed by the digest of what the browser says.
    package func check(site: String, signedBy key: PasskeyPublicKey) throws(PasskeyFault) {
        try authenticator.check(site: site)
        guard key.verifies(signature, of: authenticatorData + SHA256.hash(clientData)) else { throw .wrongSignature }
    }

    /// A count that does not rise says that there are two of what can be there once; authenticators that do not count always
    /// say 0 (§7.2 step 21).
    package static func mayFollow(_ count: UInt32, after last: UInt32) -> Bool {
        count > last || (count == 0 && last == 0)
    }
}
