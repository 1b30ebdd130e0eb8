package import LedgerCore

package typealias PasskeyID = ID<Passkey>

/// A key that an authenticator holds for an account, by fingerprint or face, and that lets its devices in (WebAuthn). Only
/// its public half is here.
package struct Passkey: Hashable, Sendable {
    /// A person has a few devices; each asks before it makes a second one.
    package static let most = 20

    package let id: PasskeyID
    package let account: AccountID
    /// What the authenticator calls it.
    package let credential: [UInt8]
    /// The name of the server that it was made for: it lets nobody in under another.
    package let site: String
    package var name: String
    /// As COSE.
    package let publicKey: [UInt8]
    package var signCount: UInt32
    package let createdAt: Instant
    package var lastUsedAt: Instant?

    package init(
        id: PasskeyID, account: AccountID, credential: [UInt8], site: String, name: String, publicKey: [UInt8],
        signCount: UInt32, createdAt: Instant, lastUsedAt: Instant? = nil
    ) {
        self.id = id
        self.account = account
        self.credential = credential
        self.site = site
        self.name = name
        self.publicKey = publicKey
        self.signCount = signCount
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
    }
}
