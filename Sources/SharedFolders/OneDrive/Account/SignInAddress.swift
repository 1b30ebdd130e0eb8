import Cryptography

/// The address a browser ends at after signing in, pasted back as it stands in the address bar, and what it says
/// (RFC 6749 section 4.1.2).
struct SignInAddress: Equatable, Sendable, Concealed {
    let code: String?
    let state: String?
    let error: String?

    init?(pasted text: String) {
        guard text.utf8.count <= OneDriveLimits.pastedBytes else { return nil }
        let trimmed = text.split(whereSeparator: \.isWhitespace)
        guard trimmed.count == 1, let address = trimmed.first,
            let query = address.split(separator: "#", maxSplits: 1).first?.split(separator: "?", maxSplits: 1).last
        else { return nil }
        var found: [String: String] = [:]
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2,
                let value = WebAddress.decoded(parts[1].map { $0 == "+" ? "%20" : String($0) }.joined())
            else { continue }
            let name = String(parts[0])
            // Twice the same name: two readers could choose differently (section 3.1).
            guard found.updateValue(value, forKey: name) == nil else { return nil }
        }
        code = found["code"]
        state = found["state"]
        error = found["error"]
        guard code != nil || error != nil else { return nil }
    }

    /// What `error` means, in words.
    static func meaning(_ error: String) -> String {
        switch error {
        case "access_denied": "The sign-in was cancelled, or the permission was not given."
        case "temporarily_unavailable", "server_error": "Microsoft's sign-in is not available for the moment."
        case "unauthorized_client", "invalid_request", "unsupported_response_type", "invalid_resource":
            "Microsoft refuses this server's registration; see docs/onedrive.md."
        case "login_required", "interaction_required", "consent_required":
            "Microsoft wants to see you at the sign-in: try again and follow its pages."
        default: "Microsoft ended the sign-in without giving access."
        }
    }
}

/// Where the browser is sent back to: `http://localhost[:port][/]`, the only plain address Microsoft lets a public
/// client register; the port is free (RFC 8252 section 7.3).
package struct LocalRedirect: Equatable, Sendable {
    package let text: String

    package init?(_ text: String) {
        let start = "http://localhost"
        guard text.hasPrefix(start) else { return nil }
        var rest = text.dropFirst(start.count)
        if rest.last == "/" { rest = rest.dropLast() }
        if !rest.isEmpty {
            guard rest.first == ":", rest.count <= 6, let port = UInt16(rest.dropFirst()), port > 0,
                rest.dropFirst().utf8.allSatisfy(\.isDigit)
            else { return nil }
        }
        self.text = text
    }
}

/// One browser sign-in under way.
struct BrowserSignIn: Sendable, Concealed {
    let proof = ProofKey.random()
    let state = Base64.encodeURL(randomBytes(24))
    let redirect: LocalRedirect
    let begun: Duration

    func isAnswered(by state: String?) -> Bool {
        constantTimeEqual(Array(self.state.utf8), Array((state ?? "").utf8))
    }
}
