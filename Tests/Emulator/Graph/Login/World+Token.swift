internal import Cryptography
internal import JSON

/// The token endpoint (section 1.4, rows A3–A8 and A10–A13).
extension World {
    mutating func token(_ request: Request, tenant: String) throws(LoginError) -> Answer {
        guard request.hasLength, let form = request.form else { throw .invalidRequest(900_144) }
        let fields = try unique(form)
        let client = try publicClient(request, fields, tenant: tenant)
        switch fields["grant_type"] {
        case "authorization_code": return try redeemCode(fields, client, tenant)
        case "refresh_token": return try refresh(fields, client)
        case "urn:ietf:params:oauth:grant-type:device_code": return try pollDevice(fields, client, tenant)
        default: throw LoginError(400, "unsupported_grant_type", 70_003)
        }
    }

    func unique(_ form: [(name: String, value: String)]) throws(LoginError) -> [String: String] {
        var fields: [String: String] = [:]
        for (name, value) in form {
            guard fields.updateValue(value, forKey: name) == nil else { throw .invalidRequest(90_014) }
        }
        return fields
    }

    /// A5, A6, A7: what a public client may not send, and where it may not ask.
    func publicClient(
        _ request: Request, _ fields: [String: String], tenant: String
    ) throws(LoginError) -> Registration {
        if fields["client_secret"] != nil || fields["client_assertion"] != nil || request["authorization"] != nil {
            throw LoginError(401, "invalid_client", 700_025)
        }
        let client = try registration(fields["client_id"], tenant: tenant)
        if client.platform == .mobile && request["origin"] != nil { throw .invalidRequest(9_002_326) }
        if client.platform == .singlePage && request["origin"] == nil { throw .invalidRequest(9_002_327) }
        return client
    }

    private mutating func redeemCode(
        _ fields: [String: String], _ client: Registration, _ tenant: String
    ) throws(LoginError) -> Answer {
        guard let text = fields["code"], let code = login.codes[text], code.request.client == client.id else {
            throw .invalidGrant(70_000)
        }
        if code.isUsed { throw .invalidGrant(54_005) }
        if now - code.issued > Int64(switches.codeLife) * 1000 { throw .invalidGrant(70_008) }
        guard fields["redirect_uri"] == code.request.redirect, tenant == code.request.tenant else {
            throw .invalidGrant(70_000)
        }
        guard let verifier = fields["code_verifier"], (43...128).contains(verifier.utf8.count),
            verifier.utf8.allSatisfy(Self.isUnreserved)
        else { throw .invalidGrant(501_481) }
        let hashed = Base64.encodeURL(SHA256.hash(Array(verifier.utf8)))
        guard (code.request.isPlain ? verifier : hashed) == code.request.challenge else { throw .invalidGrant(501_481) }
        login.codes[text]?.isUsed = true
        let scopes = try narrowed(fields["scope"], to: code.request.scopes)
        return grantTokens(.init(client: client.id, user: code.user, scopes: scopes))
    }

    /// RFC 7636 section 4.1.
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        Percent.encode(String(UnicodeScalar(byte))).utf8.count == 1
    }

    private func narrowed(_ text: String?, to granted: Set<String>) throws(LoginError) -> Set<String> {
        guard let text else { return granted }
        guard let scopes = Self.scopes(text) else { throw LoginError(400, "invalid_scope", 70_011) }
        guard scopes.isSubset(of: granted.union(["offline_access"])) else { throw .invalidGrant(65_001) }
        return scopes
    }

    private mutating func refresh(_ fields: [String: String], _ client: Registration) throws(LoginError) -> Answer {
        guard let text = fields["refresh_token"], let token = login.refreshTokens[text],
            token.grant.client == client.id
        else { throw .invalidGrant(70_000) }
        if token.isDead { throw .invalidGrant(token.reason) }
        let isPage = client.platform == .singlePage
        let life = isPage ? 86_400 : switches.refreshTokenLife
        if now - token.issued > Int64(life) * 1000 { throw .invalidGrant(isPage ? 700_084 : 700_082) }
        var grant = token.grant
        grant.scopes = try narrowed(fields["scope"], to: token.grant.scopes)
        if switches.refresh == .strict { login.refreshTokens[text]?.isDead = true }
        return grantTokens(grant, omitsRefresh: switches.refresh == .omitsNew)
    }

    /// The answer of section 1.4. The scopes come back in another order and spelling than they were asked for.
    mutating func grantTokens(_ grant: LoginDesk.Grant, omitsRefresh: Bool = false) -> Answer {
        let access = accessToken(grant)
        let named = grant.scopes.subtracting(["offline_access"]).sorted(by: >).map { scope in
            scope.contains(".") ? "https://graph.microsoft.com/" + scope : scope
        }
        var refresh: JSONValue?
        if grant.scopes.contains("offline_access") && !omitsRefresh { refresh = .string(refreshToken(grant)) }
        return .json(
            200,
            .fields([
                "token_type": .string("Bearer"), "scope": .string(named.joined(separator: " ")),
                "expires_in": .int(switches.accessTokenLife), "ext_expires_in": .int(switches.accessTokenLife),
                "access_token": .string(access), "refresh_token": refresh,
                "id_token": grant.scopes.contains("openid") ? .string(idToken(grant)) : nil,
            ]))
    }

    mutating func accessToken(_ grant: LoginDesk.Grant) -> String {
        let token = "EwB" + random.opaque(120)
        login.accessTokens[token] = .init(grant: grant, expires: now + Int64(switches.accessTokenLife) * 1000)
        return token
    }

    mutating func refreshToken(_ grant: LoginDesk.Grant) -> String {
        let token = "M.C5_BAY.0.U." + random.opaque(96)
        login.refreshTokens[token] = .init(grant: grant, issued: now)
        return token
    }

    /// An unsigned JWT: nobody here is to believe it.
    private func idToken(_ grant: LoginDesk.Grant) -> String {
        let claims = JSONValue.fields([
            "aud": .string(grant.client), "preferred_username": .string(user(grant.user).mail),
            "tid": .string("9188040d-6c67-4c5b-b112-36a304b66dad"),
        ])
        return Base64.encodeURL(Array(#"{"alg":"none"}"#.utf8)) + "." + Base64.encodeURL(claims.json) + "."
    }

    // MARK: Device code (section 1.6, rows A9 and A10)

    mutating func deviceCode(_ request: Request, tenant: String) throws(LoginError) -> Answer {
        guard request.hasLength, let form = request.form else { throw .invalidRequest(900_144) }
        let fields = try unique(form)
        let client = try publicClient(request, fields, tenant: tenant)
        guard let scopes = fields["scope"].flatMap(Self.scopes), !scopes.isEmpty else {
            throw LoginError(400, "invalid_scope", 70_011)
        }
        let code = random.opaque(120)
        let userCode = random.text(9, of: "ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
        login.devices[code] = .init(
            client: client.id, tenant: tenant, userCode: userCode, scopes: scopes, issued: now,
            interval: switches.deviceInterval)
        let address = kind == .personal ? "https://www.microsoft.com/link" : "https://microsoft.com/devicelogin"
        return .json(
            200,
            .fields([
                "user_code": .string(userCode), "device_code": .string(code), "verification_uri": .string(address),
                "expires_in": .int(switches.deviceCodeLife), "interval": .int(switches.deviceInterval),
                "message": .string("To sign in, use a web browser to open \(address) and enter \(userCode)."),
            ]))
    }

    private mutating func pollDevice(
        _ fields: [String: String], _ client: Registration, _ tenant: String
    ) throws(LoginError) -> Answer {
        guard let text = fields["device_code"], var code = login.devices[text], code.client == client.id,
            code.tenant == tenant
        else { throw LoginError(400, "bad_verification_code", 70_018) }
        let isTooFast = code.polled.map { now - $0 < Int64(code.interval) * 1000 } ?? false
        code.polled = now
        if isTooFast { code.interval += 5 }
        login.devices[text] = code
        if case .used = code.state { throw LoginError(400, "bad_verification_code", 70_018) }
        if now - code.issued > Int64(switches.deviceCodeLife) * 1000 { throw LoginError(400, "expired_token", 70_019) }
        if isTooFast { throw LoginError(400, "slow_down", 70_016) }
        switch code.state {
        case .pending, .used: throw LoginError(400, "authorization_pending", 70_016)
        case .declined:
            throw LoginError(400, switches.declinesAsRFC ? "access_denied" : "authorization_declined", 70_017)
        case .approved(let user):
            login.devices[text]?.state = .used
            return grantTokens(.init(client: client.id, user: user, scopes: code.scopes))
        }
    }
}
