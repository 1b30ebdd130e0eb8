import GraphEmulator
import JSON
import Testing

@Suite("Signing in") struct SignInTests {
    let graph: GraphEmulator
    let client: Client

    // RFC 7636 appendix B.
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    init() throws {
        graph = try GraphEmulator(seed: 3)
        client = Client(graph, as: nil)
    }

    private func authorize(
        redirect: String = "http://localhost:53682/", challenge: String? = Self.challenge,
        scope: String = "Files.ReadWrite.All offline_access", tenant: String = "consumers"
    ) throws -> Reply {
        var query = "client_id=\(graph.clientID)&response_type=code&state=s1&redirect_uri=\(Client.encode(redirect))"
        query += "&scope=\(Client.encode(scope))"
        if let challenge { query += "&code_challenge=\(challenge)&code_challenge_method=S256" }
        return try client.fetch(graph.origin(.login) + "/\(tenant)/oauth2/v2.0/authorize?" + query)
    }

    private func code(scope: String = "Files.ReadWrite.All offline_access") throws -> String {
        let location = try #require(try authorize(scope: scope)[field: "location"])
        #expect(location.hasPrefix("http://localhost:53682/?code=") && location.hasSuffix("&state=s1"))
        return String(location.split(separator: "=")[1].prefix { $0 != "&" })
    }

    private func redeem(
        _ code: String, verifier: String? = Self.verifier, redirect: String = "http://localhost:53682/",
        tenant: String = "consumers", _ fields: Client.Fields = []
    ) throws -> Reply {
        let pairs: KeyValuePairs = [
            "client_id": graph.clientID, "grant_type": "authorization_code", "code": code, "redirect_uri": redirect,
            verifier == nil ? "nothing" : "code_verifier": verifier ?? "",
        ]
        return try client.form("/\(tenant)/oauth2/v2.0/token", pairs, fields)
    }

    private func refresh(_ token: String, tenant: String = "common", _ fields: Client.Fields = []) throws -> Reply {
        try client.form(
            "/\(tenant)/oauth2/v2.0/token",
            ["client_id": graph.clientID, "grant_type": "refresh_token", "refresh_token": token], fields)
    }

    private func expect(_ reply: Reply, _ error: String, _ code: Int, status: Int = 400) {
        #expect(reply.status == status && reply["error"]?.string == error)
        #expect(reply["error_codes"]?.array == [.number(String(code))])
        #expect(reply["error_description"]?.string?.hasPrefix("AADSTS\(code)") == true)
        #expect(reply["correlation_id"] != nil && reply["trace_id"] != nil && reply["timestamp"] != nil)
    }

    @Test(
        "A1: a request that is right comes back with a code; another redirect is an error page; localhost has any port")
    func authorization() throws {
        #expect(try authorize().status == 302)
        #expect(try authorize(redirect: "http://localhost").status == 302)
        for wrong in [
            "http://localhost:1/other", "http://127.0.0.1:53682/", "https://evil.example/", "http://localhost.evil",
        ] {
            let reply = try authorize(redirect: wrong)
            #expect(reply.status == 400 && reply[field: "location"] == nil, "\(wrong)")
        }
        #expect(try authorize(challenge: nil)[field: "location"]?.contains("error=invalid_request") == true)
        #expect(try authorize(scope: "Files.Everything")[field: "location"]?.contains("error=invalid_scope") == true)
    }

    @Test("A1: with a page, a person chooses the account")
    func page() throws {
        graph.switches.authorization = .asks
        let text = try authorize().text
        let link = try #require(text.split(separator: "\"").first { $0.hasSuffix("user=joiner") })
        let reply = try client.fetch(graph.origin(.login) + link)
        #expect(reply[field: "location"]?.contains("?code=") == true)
        #expect(try client.fetch(graph.origin(.login) + link).status == 404)
    }

    @Test("A2: who declines comes back with access_denied")
    func declined() throws {
        graph.switches.authorization = .declines
        let location = try #require(try authorize()[field: "location"])
        #expect(location.contains("?error=access_denied&") && location.hasSuffix("&state=s1"))
    }

    @Test("A3: the right verifier brings tokens that Graph knows")
    func tokens() throws {
        let reply = try redeem(try code())
        #expect(reply.status == 200 && reply["token_type"]?.string == "Bearer")
        #expect(reply["expires_in"]?.integer == 3600 && reply["ext_expires_in"] != nil && reply["id_token"] == nil)
        #expect(reply["scope"]?.string == "https://graph.microsoft.com/Files.ReadWrite.All")
        #expect(reply["refresh_token"]?.string != nil)
        let access = try #require(reply["access_token"]?.string)
        #expect(!access.contains("."))
        var known = client
        known.token = access
        #expect(try known.get("/me/drive").status == 200)
    }

    @Test("A4: a code is good once, for ten minutes, with its verifier and its redirect")
    func codes() throws {
        let first = try code()
        expect(try redeem(first, verifier: String(Self.verifier.reversed())), "invalid_grant", 501_481)
        expect(try redeem(first, verifier: nil), "invalid_grant", 501_481)
        expect(try redeem(first, redirect: "http://localhost:53682"), "invalid_grant", 70_000)
        expect(try redeem(first, tenant: "common"), "invalid_grant", 70_000)
        #expect(try redeem(first).status == 200)
        expect(try redeem(first), "invalid_grant", 54_005)
        let second = try code()
        graph.advance(by: .seconds(601))
        expect(try redeem(second), "invalid_grant", 70_008)
    }

    @Test("A5: a public client has no secret")
    func secret() throws {
        let reply = try client.form(
            "/consumers/oauth2/v2.0/token",
            ["client_id": graph.clientID, "client_secret": "x", "grant_type": "refresh_token", "refresh_token": "x"])
        expect(reply, "invalid_client", 700_025, status: 401)
        expect(try refresh("x", [("Authorization", "Basic eDp5")]), "invalid_client", 700_025, status: 401)
    }

    @Test("A6: an Origin belongs to a page, and a page has one")
    func origins() throws {
        let token = graph.signIn(.owner).refreshToken
        expect(try refresh(token, [("Origin", "https://a.example")]), "invalid_request", 9_002_326)
        var page = Registration(id: graph.clientID)
        page.platform = .singlePage
        graph.register(page)
        expect(try refresh(token), "invalid_request", 9_002_327)
        #expect(try refresh(token, [("Origin", "https://a.example")]).status == 200)
        graph.advance(by: .seconds(86_401))
        expect(try refresh(token, [("Origin", "https://a.example")]), "invalid_grant", 700_084)
    }

    @Test("A7: personal accounts only means /consumers")
    func tenant() throws {
        var registration = Registration(id: graph.clientID)
        registration.isPersonalOnly = true
        graph.register(registration)
        let token = graph.signIn(.owner).refreshToken
        expect(try refresh(token), "invalid_request", 9_002_331)
        #expect(try refresh(token, tenant: "consumers").status == 200)
        #expect(try authorize(tenant: "common").status == 400)
    }

    @Test("A8: no offline_access, no refresh token")
    func offline() throws {
        let reply = try redeem(try code(scope: "Files.ReadWrite.All"))
        #expect(reply.status == 200 && reply["refresh_token"] == nil)
    }

    private func device() throws -> Reply {
        try client.form(
            "/consumers/oauth2/v2.0/devicecode",
            ["client_id": graph.clientID, "scope": "Files.ReadWrite.All offline_access"])
    }

    private func poll(_ device: Reply) throws -> Reply {
        try client.form(
            "/consumers/oauth2/v2.0/token",
            [
                "client_id": graph.clientID, "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
                "device_code": device["device_code"]?.string ?? "",
            ])
    }

    @Test("A9: a device code has its interval and its end")
    func deviceCode() throws {
        let reply = try device()
        #expect(reply.status == 200 && reply["interval"]?.integer == 5 && reply["expires_in"]?.integer == 900)
        #expect(reply["verification_uri"]?.string == "https://www.microsoft.com/link")
        #expect(reply["verification_uri_complete"] == nil && reply["message"] != nil)
    }

    @Test("A10: polling waits, is told to slow down, and succeeds once")
    func polling() throws {
        let waiting = try device()
        expect(try poll(waiting), "authorization_pending", 70_016)
        #expect(try poll(waiting)["error"]?.string == "slow_down")
        graph.advance(by: .seconds(9))
        #expect(try poll(waiting)["error"]?.string == "slow_down", "the interval has grown for good")
        graph.advance(by: .seconds(15))
        expect(try poll(waiting), "authorization_pending", 70_016)
        #expect(graph.approveDevice(waiting["user_code"]?.string ?? "", as: .joiner))
        graph.advance(by: .seconds(15))
        let reply = try poll(waiting)
        #expect(reply.status == 200)
        var joiner = client
        joiner.token = reply["access_token"]?.string
        #expect(try joiner.get("/me/drive")["id"]?.string == graph.users.joiner.driveID)
        graph.advance(by: .seconds(15))
        expect(try poll(waiting), "bad_verification_code", 70_018)
    }

    @Test("A10: polling ends when the user declines, the code is old or was never given out")
    func pollingEnds() throws {
        let declined = try device()
        #expect(graph.declineDevice(declined["user_code"]?.string ?? ""))
        #expect(!graph.approveDevice(declined["user_code"]?.string ?? ""))
        #expect(try poll(declined)["error"]?.string == "authorization_declined")
        graph.switches.declinesAsRFC = true
        graph.advance(by: .seconds(5))
        #expect(try poll(declined)["error"]?.string == "access_denied")
        let old = try device()
        graph.advance(by: .seconds(901))
        expect(try poll(old), "expired_token", 70_019)
        expect(try poll(Reply(head: "HTTP/1.1 200 OK")), "bad_verification_code", 70_018)
    }

    @Test("A11: a refresh brings two new tokens; the old one lives, dies, or stays the only one")
    func refreshing() throws {
        let token = graph.signIn(.owner).refreshToken
        let first = try refresh(token)
        #expect(first.status == 200 && first["refresh_token"]?.string != token)
        #expect(try refresh(token).status == 200)
        graph.switches.refresh = .omitsNew
        #expect(try refresh(token)["refresh_token"] == nil)
        graph.switches.refresh = .strict
        #expect(try refresh(token).status == 200)
        expect(try refresh(token), "invalid_grant", 70_000)
    }

    @Test("A12: a refresh fails for good or for now", arguments: [50_173, 65_001, 700_082])
    func failingRefresh(reason: Int) throws {
        let token = graph.signIn(.owner)
        graph.revokeTokens(of: .owner, reason: reason)
        expect(try refresh(token.refreshToken), "invalid_grant", reason)
        graph.arm(.loginError("interaction_required", codes: [50_076]), body: "grant_type=refresh_token")
        expect(try refresh("any"), "interaction_required", 50_076)
        graph.arm(.status(503, code: "temporarily_unavailable"), at: .login)
        #expect(try refresh("any")["error"]?.string == "temporarily_unavailable")
        graph.arm(.status(500, form: .html), at: .login)
        #expect(try refresh("any")[field: "content-type"]?.hasPrefix("text/html") == true)
        graph.arm(.status(429, retryAfter: "7"), at: .login)
        #expect(try refresh("any")[field: "retry-after"] == "7")
    }

    @Test("A12, A14: a token that was rotated and never arrived", arguments: [true, false])
    func lostRotation(isStrict: Bool) throws {
        graph.switches.refresh = isStrict ? .strict : .keepsOld
        let token = graph.signIn(.owner).refreshToken
        graph.arm(.reset(.beforeAnswer), at: .login, committed: true)
        #expect(throws: NoReply.self) { try refresh(token) }
        #expect(try refresh(token).status == (isStrict ? 400 : 200))
    }

    @Test("A12: 90 days without use are the end")
    func inactivity() throws {
        let token = graph.signIn(.owner).refreshToken
        graph.advance(by: .seconds(90 * 86_400 + 1))
        expect(try refresh(token), "invalid_grant", 700_082)
    }

    @Test("A13: an access token lives as long as it is told")
    func tokenLife() throws {
        graph.switches.accessTokenLife = 2
        var short = client
        short.token = graph.signIn(.owner).accessToken
        #expect(try short.get("/me/drive").status == 200)
        graph.advance(by: .seconds(2))
        let reply = try short.get("/me/drive")
        #expect(reply.status == 401 && reply.code == "InvalidAuthenticationToken")
        #expect(reply[field: "www-authenticate"]?.hasPrefix("Bearer ") == true)
    }
}
