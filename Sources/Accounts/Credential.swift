package import LedgerCore

package typealias CredentialID = ID<Credential>

/// What lets a device in: only the hash of its secret is kept. A browser's session slides along while it is used; a
/// token lasts until its `expiresAt`, or until it is revoked.
package struct Credential: Hashable, Sendable {
    /// Long enough that a phone which is used once a season stays signed in.
    package static let sessionLifetime: Int64 = 180 * 86_400_000
    /// A session's expiry is written again only after this long, so that reading does not cost a write.
    package static let renewalInterval: Int64 = 86_400_000

    /// What a secret is good for.
    package enum Scope: String, Hashable, Sendable, CaseIterable {
        case full
        /// Looking, and hearing of changes; never what hands out a ledger's key.
        case read
    }

    package let id: CredentialID
    package let device: DeviceID
    package let kind: Device.Kind
    package let scope: Scope
    /// SHA-256 of the secret. The secret is 32 random bytes, so it needs no salt and no slow hash.
    package let secretHash: [UInt8]
    package let createdAt: Instant
    package private(set) var expiresAt: Instant?

    package init(
        id: CredentialID, device: DeviceID, kind: Device.Kind, scope: Scope = .full, secretHash: [UInt8],
        createdAt: Instant, expiresAt: Instant?
    ) {
        self.id = id
        self.device = device
        self.kind = kind
        self.scope = scope
        self.secretHash = secretHash
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    package static func session(
        id: CredentialID, device: DeviceID, secretHash: [UInt8], at now: Instant
    ) -> Credential {
        Credential(
            id: id, device: device, kind: .browser, secretHash: secretHash, createdAt: now,
            expiresAt: now.advanced(byMilliseconds: sessionLifetime))
    }

    package static func token(
        id: CredentialID, device: DeviceID, scope: Scope = .full, secretHash: [UInt8], at now: Instant,
        expiresAt: Instant?
    ) throws(InputRefusal) -> Credential {
        if let expiresAt, expiresAt <= now {
            throw InputRefusal(
                .expiryInThePast, field: "expiresAt",
                "Choose an expiry in the future, or leave it out.")
        }
        return Credential(
            id: id, device: device, kind: .token, scope: scope, secretHash: secretHash, createdAt: now,
            expiresAt: expiresAt)
    }

    package func isValid(at now: Instant) -> Bool {
        expiresAt.map { now < $0 } ?? true
    }

    /// The session with its expiry moved along, when it was used long enough after the last time that this is due.
    package func renewed(at now: Instant) -> Credential? {
        guard kind == .browser, let expiresAt, isValid(at: now) else { return nil }
        let due = now.advanced(byMilliseconds: Self.sessionLifetime)
        guard due.milliseconds - expiresAt.milliseconds >= Self.renewalInterval else { return nil }
        var copy = self
        copy.expiresAt = due
        return copy
    }
}
