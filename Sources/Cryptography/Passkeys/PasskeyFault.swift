/// Why what an authenticator sent is not taken (WebAuthn level 2, §7).
package enum PasskeyFault: Error, Hashable, Sendable {
    /// Not in the form that the standard prescribes.
    case malformed
    /// Neither ES256 nor RS256, or no usable key.
    case unsupportedKey
    /// Made for another site.
    case otherSite
    /// Nobody touched it, or it did not check who did.
    case personNotVerified
    case wrongSignature
}
