import HTTPServer

/// The cookie that keeps a browser signed in. Over https it has another name and the `Secure` mark, so that a visit over
/// http can neither read nor replace that session. Its value says nothing and its flags carry little: cookies ignore
/// ports, so what protects writes is the `Origin` check (`ClientView.isOwnPage`).
enum SessionCookie {
    /// As long as browsers keep a cookie at most (RFC 6265bis §5.5).
    private static let seconds = 400 * 86_400

    static func name(isSecure: Bool) -> String { isSecure ? "__Host-splitclone" : "splitclone" }

    static func value(in head: RequestHead, isSecure: Bool) -> String? {
        guard let cookies = head["Cookie"] else { return nil }
        let wanted = name(isSecure: isSecure)
        for pair in cookies.split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, parts[0].trimmingBlanks == wanted { return String(parts[1].trimmingBlanks) }
        }
        return nil
    }

    static func set(_ secret: String, isSecure: Bool) -> String {
        field(secret, isSecure: isSecure) + "; Max-Age=\(seconds)"
    }

    static func clear(isSecure: Bool) -> String { field("", isSecure: isSecure) + "; Max-Age=0" }

    private static func field(_ value: String, isSecure: Bool) -> String {
        name(isSecure: isSecure) + "=" + value + "; HttpOnly; SameSite=Lax; Path=/" + (isSecure ? "; Secure" : "")
    }
}
