import Cryptography

/// A share link as Graph takes it in an address: `u!` and the link in base64url without padding. A secret like the link.
struct ShareToken: Hashable, Sendable, Concealed {
    let text: String

    /// `nil` when it is no https link at all; plain http is for a stand-in on this machine.
    init?(link: String) {
        let trimmed = String(link.filter { !$0.isWhitespace })
        guard trimmed.utf8.count <= OneDriveLimits.shareLinkBytes, let reference = WebReference(trimmed),
            let address = WebAddress(String(trimmed.prefix { $0 != "#" })),
            address.isSecure || address.isLoopback, reference.authority?.contains(UInt8(ascii: "@")) == false
        else { return nil }
        text = "u!" + Base64.encodeURL(Array(trimmed.utf8))
    }
}
