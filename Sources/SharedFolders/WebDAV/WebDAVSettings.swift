import Cryptography
import Glibc

/// Where a WebDAV folder is, and as whom to use it. The password is Nextcloud's *app password*, or what the server
/// wants for Basic (RFC 7617). It prints without it.
package struct WebDAVSettings: Sendable, Concealed {
    /// Of the collection; the path ends with a slash.
    package let address: WebAddress
    package let user: String
    package let password: String

    /// What is wrong with one of the three, as a sentence.
    package enum Refusal: Error, Equatable, Sendable {
        case address(String)
        case user(String)
        case password(String)
    }

    /// Without user and password, nobody in particular is asked for.
    package init(address text: String, user: String, password: String) throws(Refusal) {
        guard let given = WebAddress(text) else {
            throw .address("Give the folder's whole address: https://…, without user name and password in it.")
        }
        guard given.query == nil else { throw .address("The folder's address has no question mark in it.") }
        guard given.isSecure || given.isAtHome else {
            throw .address("Give an https address: http is for a server of the home network only.")
        }
        guard user.utf8.allSatisfy(Self.isTyped), !user.utf8.contains(UInt8(ascii: ":")) else {
            throw .user("A user name has no colon and no control characters.")
        }
        guard password.utf8.allSatisfy(Self.isTyped) else { throw .password("A password has no control characters.") }
        guard user.isEmpty == password.isEmpty else {
            throw user.isEmpty ? .user("Give the user's name.") : .password("Give the password.")
        }
        address = given.path.utf8.last == UInt8(ascii: "/") ? given : given.appending([""])
        self.user = user
        self.password = password
    }

    package var description: String { "WebDAV folder at \(address)" }

    /// The value of `Authorization`, sent with every request, without waiting to be asked.
    var authorization: String? {
        guard !user.isEmpty else { return nil }
        return "Basic " + Base64.encode(Array("\(user):\(password)".utf8))
    }

    private static func isTyped(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F }
}

extension WebAddress {
    /// Of this machine or its neighbours: what is sent there passes no network of strangers.
    package var isAtHome: Bool {
        if isLoopback { return true }
        if let bytes = numberBytes { return Self.isPrivate(bytes) }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        // A name of one label is found by the home's own router; the others are reserved for such networks
        // (RFC 6762, RFC 8375).
        return labels.count == 1 || labels.last == "local" || host.hasSuffix(".home.arpa")
    }

    /// Where the machines of two large hosters ask for their credentials: 100.100.100.200 and fd00:ec2::254.
    private static let metadataHosts: [[UInt8]] = [
        [100, 100, 100, 200], [0xFD, 0, 0x0E, 0xC2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02, 0x54],
    ]

    /// Four bytes or sixteen, when the host is a number.
    private var numberBytes: [UInt8]? {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, host, &four) == 1 { return withUnsafeBytes(of: four) { Array($0) } }
        return inet_pton(AF_INET6, host, &six) == 1 ? withUnsafeBytes(of: six) { Array($0) } : nil
    }

    /// RFC 1918, RFC 4193, and RFC 6598, which private overlay networks use. Link-local addresses (RFC 3927, RFC 4291) are
    /// not among them: no server has one for long, and in a data centre the machine's own secrets are found there, as at
    /// `metadataHosts`.
    private static func isPrivate(_ bytes: [UInt8]) -> Bool {
        guard !metadataHosts.contains(bytes) else { return false }
        if bytes.count == 16 { return bytes[0] & 0xFE == 0xFC }
        return switch (bytes[0], bytes[1]) {
        case (10, _), (127, _), (192, 168): true
        case (172, let second): second & 0xF0 == 16
        case (100, let second): second & 0xC0 == 64
        default: false
        }
    }
}
