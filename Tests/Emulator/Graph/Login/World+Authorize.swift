internal import JSON

/// The authorisation endpoint (section 1.3, rows A1 and A2).
extension World {
    mutating func authorize(_ request: Request, tenant: String) -> Answer {
        guard let parameters = request.parameters else { return page(400, "The address is not readable.") }
        func value(_ name: String) -> String? { parameters.first { $0.name == name }?.value }
        let client: Registration
        do throws(LoginError) {
            client = try registration(value("client_id"), tenant: tenant)
        } catch {
            return page(400, "AADSTS\(error.codes.first ?? 0)")
        }
        guard let redirect = value("redirect_uri"), Self.isRegistered(redirect, client.redirects) else {
            return page(400, "AADSTS50011: The redirect URI does not match the ones configured for the application.")
        }
        let state = value("state")
        func fail(_ error: String) -> Answer { Self.sendBack(to: redirect, [("error", error), ("state", state)]) }
        guard value("response_type") == "code" else { return fail("unsupported_response_type") }
        guard ["query", nil].contains(value("response_mode")) else { return fail("invalid_request") }
        guard let scopes = value("scope").flatMap(Self.scopes), !scopes.isEmpty else { return fail("invalid_scope") }
        // The service would do without a challenge. Our registration is a public client (RFC 9700 section 2.1.1).
        guard let challenge = value("code_challenge"), (43...128).contains(challenge.utf8.count) else {
            return fail("invalid_request")
        }
        let method = value("code_challenge_method") ?? "plain"
        guard ["S256", "plain"].contains(method) else { return fail("invalid_request") }
        let asked = LoginDesk.AuthorizationRequest(
            client: client.id, tenant: tenant, redirect: redirect, state: state, scopes: scopes, challenge: challenge,
            isPlain: method == "plain")
        switch switches.authorization {
        case .approves(let name):
            let hinted = users.values.first { $0.mail == value("login_hint") }?.name
            return approve(asked, as: hinted ?? name)
        case .declines: return decline(asked)
        case .asks:
            if value("prompt") == "none" { return fail("login_required") }
            return ask(asked)
        }
    }

    mutating func approve(_ asked: LoginDesk.AuthorizationRequest, as user: User.Name) -> Answer {
        let code = "M.C5_" + random.opaque(48)
        login.codes[code] = .init(request: asked, user: user, issued: now)
        return Self.sendBack(to: asked.redirect, [("code", code), ("state", asked.state)])
    }

    func decline(_ asked: LoginDesk.AuthorizationRequest) -> Answer {
        Self.sendBack(
            to: asked.redirect,
            [
                ("error", "access_denied"), ("error_description", "The user has denied access to the scope requested."),
                ("state", asked.state),
            ])
    }

    /// The page of `.asks`: a button for each account and one for no.
    private mutating func ask(_ asked: LoginDesk.AuthorizationRequest) -> Answer {
        let id = random.hexadecimal(16)
        login.pending[id] = asked
        let buttons = User.Name.allCases.map { name in
            "<p><a id=\"\(name.rawValue)\" href=\"/decide/\(id)?user=\(name.rawValue)\">\(user(name).mail)</a></p>"
        }
        return page(
            200, buttons.joined() + "<p><a id=\"decline\" href=\"/decide/\(id)\">No, thank you</a></p>")
    }

    mutating func decide(_ request: Request, _ id: String) -> Answer {
        guard let asked = login.pending.removeValue(forKey: id) else { return page(404, "This was decided before.") }
        let user = request.parameters?.first { $0.name == "user" }.flatMap { User.Name(rawValue: $0.value) }
        return user.map { approve(asked, as: $0) } ?? decline(asked)
    }

    private func page(_ status: Int, _ content: String) -> Answer {
        .html(status, "<!DOCTYPE html><html lang=\"en\"><title>Sign in</title><body>\(content)</body></html>")
    }

    private static func sendBack(to redirect: String, _ values: [(name: String, value: String?)]) -> Answer {
        let query = values.compactMap { name, value in value.map { "\(name)=\(Percent.encode($0))" } }
        return Answer(302, [("Location", redirect + "?" + query.joined(separator: "&"))])
    }

    /// Exactly as registered; of `http://localhost` the port does not count (section 1.5).
    static func isRegistered(_ redirect: String, _ registered: [String]) -> Bool {
        guard !redirect.contains("?"), !redirect.contains("#") else { return false }
        return registered.contains { bare(redirect) == bare($0) }
    }

    private static func bare(_ address: String) -> String {
        let local = "http://localhost"
        guard address.hasPrefix(local) else { return address }
        var rest = address.dropFirst(local.count)
        if rest.first == ":" { rest = rest.dropFirst().drop { $0.isASCII && $0.isNumber } }
        guard rest.isEmpty || rest.first == "/" else { return address }
        return local + (rest == "/" ? "" : rest)
    }
}
