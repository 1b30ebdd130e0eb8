/// What an authenticator says about itself and about the person before it (WebAuthn level 2, §6.1).
package struct AuthenticatorData: Hashable, Sendable {
    package let siteHash: [UInt8]
    package let signCount: UInt32
    package let isPersonPresent: Bool
    package let isPersonVerified: Bool
    /// There when a key was made.
    package let credential: NewCredential?

    package struct NewCredential: Hashable, Sendable {
        package let id: [UInt8]
        /// As it was sent: COSE (RFC 9052).
        package let publicKey: [UInt8]
    }

    /// The longest name that an authenticator may give a key (§7.1 step 17).
    package static let longestCredentialID = 1023

    private enum Flag {
        static let present: UInt8 = 0x01
        static let verified: UInt8 = 0x04
        static let hasCredential: UInt8 = 0x40
        static let hasExtensions: UInt8 = 0x80
    }

    package init(_ bytes: [UInt8]) throws(PasskeyFault) {
        guard bytes.count >= 37 else { throw .malformed }
        let flags = bytes[32]
        siteHash = Array(bytes[..<32])
        signCount = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        isPersonPresent = flags & Flag.present != 0
        isPersonVerified = flags & Flag.verified != 0
        var position = 37
        credential = flags & Flag.hasCredential == 0 ? nil : try Self.credential(bytes, &position)
        if flags & Flag.hasExtensions != 0 {
            var reader = CBORReader(bytes, at: position)
            guard case .map = try reader.value() else { throw .malformed }
            position = reader.position
        }
        guard position == bytes.count else { throw .malformed }
    }

    /// 16 bytes that name the model, which we do not ask for, then the id behind its length, then the key.
    private static func credential(_ bytes: [UInt8], _ position: inout Int) throws(PasskeyFault) -> NewCredential {
        let start = position + 18
        guard bytes.count >= start else { throw .malformed }
        let length = Int(bytes[start - 2]) << 8 | Int(bytes[start - 1])
        guard (1...longestCredentialID).contains(length), bytes.count >= start + length else { throw .malformed }
        var reader = CBORReader(bytes, at: start + length)
        _ = try reader.value()
        position = reader.position
        return NewCredential(
            id: Array(bytes[start..<(start + length)]), publicKey: Array(bytes[(start + length)..<position]))
    }

    /// That it speaks of this site, and that the authenticator made sure who is before it (§7.1 and §7.2: `rpIdHash`, UP, UV).
    package func check(site: String) throws(PasskeyFault) {
        guard siteHash == SHA256.hash(Array(site.utf8)) else { throw .otherSite }
        guard isPersonPresent, isPersonVerified else { throw .personNotVerified }
    }
}

/// The making of a passkey, as `navigator.credentials.create` answers it (§6.5.4). Which model made it is not asked for, so
/// a statement about it is not looked at (attestation conveyance `none`).
package struct AttestationObject: Sendable {
    package let authenticator: AuthenticatorData

    package init(_ bytes: [UInt8]) throws(PasskeyFault) {
        let object = try CBORReader.whole(bytes)
        guard case .text? = object[.text("fmt")], case .map? = object[.text("attStmt")],
            let data = object[.text("authData")]?.bytes
        else { throw .malformed }
        authenticator = try AuthenticatorData(data)
    }
}
