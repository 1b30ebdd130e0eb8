/// An absolute `http` or `https` address (RFC 3986) without user info and fragment, checked and in one spelling: host in
/// lower case, no dot segments, illegal bytes percent-encoded. It prints as its origin alone: paths and queries of
/// shared folders can be secrets.
package struct WebAddress: Hashable, Sendable, Concealed {
    package let isSecure: Bool
    /// Lower case, without port and brackets.
    package let host: String
    package let port: UInt16
    /// Percent-encoded; starts with a slash.
    package let path: String
    /// Percent-encoded, without the question mark.
    package let query: String?

    init(isSecure: Bool, host: String, port: UInt16, path: String, query: String?) {
        self.isSecure = isSecure
        self.host = host
        self.port = port
        self.path = path
        self.query = query
    }

    /// As it is sent.
    package var text: String { origin + target }

    /// `https://host` or `http://127.0.0.1:1234`: without a port that goes without saying.
    package var origin: String {
        let name = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
        let scheme = isSecure ? "https://" : "http://"
        return port == Self.defaultPort(isSecure: isSecure) ? scheme + name : "\(scheme)\(name):\(port)"
    }

    /// Path and query.
    package var target: String { query.map { "\(path)?\($0)" } ?? path }

    package var description: String { origin }

    /// This machine itself, by its name or by its number.
    package var isLoopback: Bool {
        host == "localhost" || host == "::1" || (isNumber && host.utf8.starts(with: "127.".utf8))
    }

    /// The host is an IP address rather than a name.
    package var isNumber: Bool { HostName.isNumber(host) }

    static func defaultPort(isSecure: Bool) -> UInt16 { isSecure ? 443 : 80 }
}

extension WebAddress {
    /// The address of what is `segments` below this one; an empty last segment ends the path with a slash. Without query.
    package func appending(_ segments: [String]) -> WebAddress {
        guard !segments.isEmpty else { return replacing(path: path, query: nil) }
        let start = path.utf8.last == UInt8(ascii: "/") ? path : path + "/"
        return replacing(path: start + segments.map(Self.encoded).joined(separator: "/"), query: nil)
    }

    package func with(query items: [(name: String, value: String)]) -> WebAddress {
        let pairs = items.map { Self.encoded($0.name) + "=" + Self.encoded($0.value) }
        return replacing(path: path, query: pairs.isEmpty ? nil : pairs.joined(separator: "&"))
    }

    /// One path segment or query value: every byte but the unreserved ones of RFC 3986 2.3 as `%XX`.
    package static func encoded(_ segment: String) -> String {
        // A name of dots would be read as "here" or "above".
        if segment == "." || segment == ".." { return segment == "." ? "%2E" : "%2E%2E" }
        return PercentCoding.encode(segment.utf8, leaving: PercentCoding.isUnreserved)
    }

    /// One percent-encoded path segment as text; `nil` when it is not UTF-8 or badly encoded.
    package static func decoded(_ segment: some StringProtocol) -> String? {
        PercentCoding.decode(segment.utf8).flatMap { String(validating: $0, as: UTF8.self) }
    }

    func replacing(path: String, query: String?) -> WebAddress {
        WebAddress(isSecure: isSecure, host: host, port: port, path: path, query: query)
    }
}
