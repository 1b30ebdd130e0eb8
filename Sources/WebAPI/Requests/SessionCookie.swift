import HTTPServer

/// The cookie that keeps a browser signed in. Over https it has another name and the `Secure` mark, so that a visit over
/// http can neither read nor replace that session. Its value says nothing and its flags carry little: cookies ignore
/// ports, so what protects writes is the `Origin` check (`ClientView.isOwnPage`).
///
/// Below a path it goes to that path only, so that two servers of one host keep their sessions apart. Browsers want
/// `__Host-` cookies at the top (RFC 6265bis §4.1.3.2), so it has the other prefix there.
struct SessionCookie {
    var isSecure: Bool
    var base = RootPath.top

    /// As long as browsers keep a cookie at most (RFC 6265bis §5.5).
    private static let seconds = 400 * 86_400

    var name: String {
        guard isSecure else { return "splitclone" }
        return base.isTop ? "__Host-splitclone" : "__Secure-splitclone"
    }

    func value(in head: RequestHead) -> String? {
        guard let cookies = head["Cookie"] else { return nil }
        let wanted = name
        for pair in cookies.split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, parts[0].trimmingBlanks == wanted { return String(parts[1].trimmingBlanks) }
        }
        return nil
    }

    func set(_ secret: String) -> String { field(secret) + "; Max-Age=\(Self.seconds)" }

    var clear: String { field("") + "; Max-Age=0" }

    private func field(_ value: String) -> String {
        let path = base.isTop ? "/" : base.text
        return name + "=" + value + "; HttpOnly; SameSite=Lax; Path=" + path + (isSecure ? "; Secure" : "")
    }
}
