import HTTPServer

/// How the client sees us: by which scheme and name, and from which address. A proxy that is trusted says it in its
/// `X-Forwarded-` fields; from anybody else these are ignored.
struct ClientView: Sendable, Equatable {
    let address: IPAddress
    let isSecure: Bool
    /// `money.home.example`, with the port where it is not the scheme's own.
    let authority: String
    /// A proxy named it, so that nobody has looked yet whether it is ours.
    let isNamedByProxy: Bool

    init(head: RequestHead, peer: PeerAddress, trusting proxies: [AddressRange]) {
        let isTrusted = { (address: IPAddress) in proxies.contains { $0.contains(address) } }
        guard isTrusted(peer.ip) else {
            self.init(address: peer.ip, isSecure: peer.isSecure, authority: head.authority, proxy: nil)
            return
        }
        let hops = head.all("X-Forwarded-For").flatMap { $0.split(separator: ",") }
        var address = peer.ip
        for hop in hops.reversed() {
            guard isTrusted(address), let next = IPAddress(hop.trimmingBlanks) else { break }
            address = next
        }
        // The nearest proxy speaks last; what the client itself sent stands before it.
        let last = { (name: String) in head.all(name).last?.split(separator: ",").last?.trimmingBlanks }
        self.init(
            address: address,
            isSecure: last("X-Forwarded-Proto").map { $0.lowercased() == "https" } ?? peer.isSecure,
            authority: head.authority, proxy: last("X-Forwarded-Host").map(String.init))
    }

    private init(address: IPAddress, isSecure: Bool, authority: String?, proxy: String?) {
        self.address = address
        self.isSecure = isSecure
        self.authority = (proxy ?? authority ?? "").lowercased()
        isNamedByProxy = proxy != nil
    }

    /// The name without its port.
    var host: String {
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") { return String(authority[...end]) }
        return String(authority.prefix { $0 != ":" })
    }

    /// The origin of our own pages as this client has it (RFC 6454 §6.2: a scheme's own port is left out).
    var ownOrigin: String {
        let scheme = isSecure ? "https" : "http"
        let ownPort = isSecure ? ":443" : ":80"
        return scheme + "://" + (authority.hasSuffix(ownPort) ? String(authority.dropLast(ownPort.count)) : authority)
    }

    /// Whether an unsafe request with these fields may come from one of our own pages. Ports do not isolate cookies,
    /// so the origin has to be equal to ours, not merely of the same site.
    func isOwnPage(_ head: RequestHead, needsOrigin: Bool) -> Bool {
        if let site = head["Sec-Fetch-Site"], site != "same-origin", site != "none" { return false }
        guard let sent = head["Origin"] else { return !needsOrigin }
        return sent.lowercased() == ownOrigin
    }
}

/// The names under which this server may be asked for things. A page of another name that resolves to our address
/// (DNS rebinding) is thereby kept out: such a page can not have an address as its name.
package struct HostNames: Sendable {
    private let names: Set<String>

    /// `names`: the machine's own, and those the configuration allows.
    package init(_ names: [String]) {
        self.names = Set(names.map { Self.canonical($0) }).union(["localhost"])
    }

    package func contains(_ host: String) -> Bool {
        names.contains(Self.canonical(host)) || IPAddress(host) != nil
    }

    private static func canonical(_ name: String) -> String {
        let lower = name.lowercased()
        return lower.hasSuffix(".") ? String(lower.dropLast()) : lower
    }
}
