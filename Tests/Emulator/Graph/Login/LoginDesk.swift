internal import JSON

/// What the sign-in service has handed out.
struct LoginDesk: Sendable {
    var registrations: [String: Registration] = [:]
    var firstClient = ""
    var codes: [String: AuthorizationCode] = [:]
    var devices: [String: DeviceCode] = [:]
    var refreshTokens: [String: RefreshToken] = [:]
    var accessTokens: [String: AccessToken] = [:]
    /// Requests at the authorisation page that nobody has decided yet.
    var pending: [String: AuthorizationRequest] = [:]

    struct Grant: Sendable {
        var client: String
        var user: User.Name
        var scopes: Set<String>
    }

    struct AuthorizationRequest: Sendable {
        var client: String
        var tenant: String
        var redirect: String
        var state: String?
        var scopes: Set<String>
        var challenge: String
        var isPlain: Bool
    }

    struct AuthorizationCode: Sendable {
        var request: AuthorizationRequest
        var user: User.Name
        var issued: Int64
        var isUsed = false
    }

    struct DeviceCode: Sendable {
        enum State: Sendable {
            case pending, declined, used
            case approved(User.Name)
        }
        var client: String
        var tenant: String
        var userCode: String
        var scopes: Set<String>
        var issued: Int64
        var interval: Int
        var polled: Int64?
        var state = State.pending
    }

    struct RefreshToken: Sendable {
        var grant: Grant
        var issued: Int64
        var isDead = false
        /// Why it is dead: the AADSTS number.
        var reason = 70_000
    }

    struct AccessToken: Sendable {
        var grant: Grant
        var expires: Int64
    }
}

/// An OAuth error as the token endpoint writes it (section 1.4).
struct LoginError: Error {
    var status: Int
    var error: String
    var codes: [Int]

    init(_ status: Int, _ error: String, _ code: Int, codes: [Int]? = nil) {
        self.status = status
        self.error = error
        self.codes = codes ?? [code]
    }

    static func invalidGrant(_ code: Int) -> LoginError { LoginError(400, "invalid_grant", code) }
    static func invalidRequest(_ code: Int) -> LoginError { LoginError(400, "invalid_request", code) }
}

extension World {
    /// The paths of the sign-in service: `/{tenant}/oauth2/v2.0/{endpoint}`, and the decision on its own page.
    mutating func answerLogin(_ request: Request) -> Answer {
        let parts = request.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if parts.count == 3, parts[1] == "decide" { return decide(request, parts[2]) }
        guard parts.count == 5, parts[2] == "oauth2", parts[3] == "v2.0", Self.isTenant(parts[1]) else {
            return .html(404, "<title>Not found</title>")
        }
        do throws(LoginError) {
            switch (request.method, parts[4]) {
            case ("GET", "authorize"): return authorize(request, tenant: parts[1])
            case ("POST", "token"): return try token(request, tenant: parts[1])
            case ("POST", "devicecode"): return try deviceCode(request, tenant: parts[1])
            default: return .html(404, "<title>Not found</title>")
            }
        } catch {
            return loginFailure(error, request)
        }
    }

    private static func isTenant(_ text: String) -> Bool {
        ["common", "consumers", "organizations"].contains(text)
            || (text.count == 36 && text.allSatisfy { $0.isHexDigit || $0 == "-" })
            || (text.contains(".") && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" })
    }

    func loginFailure(_ error: LoginError, _ request: Request) -> Answer {
        .json(
            error.status,
            .fields([
                "error": .string(error.error),
                "error_description": .string("AADSTS\(error.codes.first ?? 0): \(error.error). Trace ID: …"),
                "error_codes": .array(error.codes.map { .int($0) }),
                "timestamp": .string(Timestamp.iso(now)),
                "trace_id": .string(requestID(request)),
                "correlation_id": .string(request["client-request-id"] ?? requestID(request)),
                "error_uri": .string((origins[.login] ?? "") + "/error?code=\(error.codes.first ?? 0)"),
            ]))
    }

    /// The client a request names, if it may ask at this tenant.
    func registration(_ id: String?, tenant: String) throws(LoginError) -> Registration {
        guard let id, let client = login.registrations[id] else {
            throw LoginError(400, "unauthorized_client", 700_016)
        }
        if client.isPersonalOnly && tenant != "consumers" { throw .invalidRequest(9_002_331) }
        if tenant == "consumers" && kind == .business { throw .invalidRequest(500_202) }
        if tenant == "organizations" && kind == .personal { throw .invalidRequest(500_201) }
        return client
    }

    /// Short names of Graph and full ones are the same scope. nil when one is unknown.
    static func scopes(_ text: String) -> Set<String>? {
        let known = [
            "offline_access", "openid", "profile", "email", "User.Read", "Files.Read", "Files.ReadWrite",
            "Files.Read.All", "Files.ReadWrite.All", "Files.ReadWrite.AppFolder", "Sites.Read.All",
            "Sites.ReadWrite.All",
        ]
        var scopes: Set<String> = []
        for word in text.split(separator: " ") {
            let name = word.split(separator: "/").last.map(String.init) ?? ""
            guard let scope = known.first(where: { $0.lowercased() == name.lowercased() }) else { return nil }
            scopes.insert(scope)
        }
        return scopes
    }
}
