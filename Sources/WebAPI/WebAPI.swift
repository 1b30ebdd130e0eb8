import Accounts
package import Bookkeeping
package import HTTPServer
import LedgerCore
package import Logging

/// The program as the HTTP server sees it: the REST API, and the files of the app beside it.
///
/// A request's way: here → `Router` → `RouteTable` → sign-in as the route's handler wants it → handler → `Answer`.
package struct WebAPI: Application {
    package struct Settings: Sendable {
        package var version: String
        /// Whose `X-Forwarded-` fields are believed.
        package var trustedProxies: [AddressRange]
        package var hostNames: HostNames
        /// How the server speaks https itself; `nil`: it does not.
        package var tls: (@Sendable () -> TLSFacts)?
        /// What `/metrics` tells beside the figures on requests; `nil`: there is no such address.
        package var metrics: (@Sendable () async -> MetricsText)?
        /// What stands before every address that leaves the server; addresses that come in are without it (`BelowPath`).
        package var basePath: RootPath
        /// What its owner is told of how the server is set up.
        package var standing: (@Sendable () throws -> ServerStanding)?
        /// `nil`: these are somebody's own books.
        package var demonstration: DemonstrationDoor?

        package init(
            version: String, trustedProxies: [AddressRange], hostNames: HostNames,
            tls: (@Sendable () -> TLSFacts)? = nil, metrics: (@Sendable () async -> MetricsText)? = nil,
            basePath: RootPath = .top
        ) {
            self.version = version
            self.trustedProxies = trustedProxies
            self.hostNames = hostNames
            self.tls = tls
            self.metrics = metrics
            self.basePath = basePath
        }
    }

    /// More than any honest request needs: a pasted invitation, two notes of 2,000 characters.
    static let longestBody = 262_144

    let settings: Settings
    let books: Books
    let doorkeeper: Doorkeeper
    let addressBook: AddressBook
    let passkeyDesk: PasskeyDesk
    let importDesk = ImportDesk()
    let forwardings = ForwardingWatch()
    let world: World
    let log: Logger
    let description: [UInt8]
    /// Counted only where somebody may ask for it.
    let tally: RequestTally?
    private let names: RouteNames
    private let router: Router
    private let files: StaticFiles
    private let hasTrustPages: Bool

    package init(
        _ settings: Settings, books: Books, doorkeeper: Doorkeeper, world: World, files: StaticFiles, log: Logger
    ) {
        self.settings = settings
        self.books = books
        self.doorkeeper = doorkeeper
        addressBook = AddressBook(books)
        passkeyDesk = PasskeyDesk(doorkeeper)
        self.world = world
        self.files = files
        hasTrustPages = settings.tls?().authority != nil
        self.log = log
        let routes = RouteTable.routes.filter { settings.metrics != nil || $0.name != "metrics" }
        router = Router(routes)
        names = RouteNames(routes)
        tally = settings.metrics.map { [names] _ in RequestTally(names) }
        description = OpenAPI.document(routes: routes, version: settings.version, below: settings.basePath)
    }

    // MARK: What the server asks

    package func serves(host: String) -> Bool { settings.hostNames.contains(host) }

    package func admit(_ head: RequestHead, from peer: PeerAddress, id: RequestID) -> Admission {
        guard let limit = LargeBodies.limit(for: head), isKnown(head, peer) else {
            return .body(limit: Self.longestBody)
        }
        return .body(limit: limit)
    }

    /// Whether it shows a secret that lets somebody in, wherever to.
    private func isKnown(_ head: RequestHead, _ peer: PeerAddress) -> Bool {
        let client = ClientView(head: head, peer: peer, trusting: settings.trustedProxies)
        guard let secret = SignIn.shownSecret(head, cookie(of: client)) else { return false }
        return doorkeeper.admits(secret)
    }

    func cookie(of client: ClientView) -> SessionCookie {
        SessionCookie(isSecure: client.isSecure, base: settings.basePath)
    }

    package func respondNow(to request: Request) -> Response? {
        if request.path == "*" { return Response(.noContent, ["Allow": Method.allowValue(Method.allCases)]) }
        if Self.isOurs(request.path) { return nil }
        if request.path == TrustPages.path, hasTrustPages { return TrustPages.way(for: request.head) }
        var response = files.response(to: request.head)
        response.mark = names.file
        return response
    }

    package func respond(to request: Request) async -> Response {
        let client = ClientView(head: request.head, peer: request.peer, trusting: settings.trustedProxies)
        let match = router.match(request.method, path: request.path)
        var response: Response
        do {
            response = try await answer(to: request, match, client).response(to: request.head, below: settings.basePath)
        } catch {
            response = refusal(error, request).response(id: request.id)
            response.fields.append("Cache-Control", "no-store")
        }
        response.fields.append(contentsOf: SecurityFields.data)
        if case .route(let route, _) = match { response.mark = route.mark }
        return response
    }

    /// Where nobody knows what was asked for, a program is thought to have asked.
    package func response(to problem: WireProblem, path: String?, id: RequestID) -> Response? {
        let isMisdirected = problem.status == .misdirectedRequest
        let detail = isMisdirected ? Self.otherName : problem.detail
        var response: Response
        if let path, !Self.isOurs(path) {
            guard isMisdirected else { return nil }
            response = .text(problem.status, detail)
        } else {
            response = Problem(problem.status, problem.code, detail).response(id: id)
        }
        response.fields.append(contentsOf: SecurityFields.data)
        return response
    }

    private static let otherName = "This server does not answer to that name; --allowed-host adds it."

    /// `/api` and everything below, and the three questions of whoever watches over the server.
    private static func isOurs(_ path: String) -> Bool {
        path == "/api" || path.hasPrefix("/api/") || path == "/health" || path == "/ready"
            || path == "/metrics"
    }

    // MARK: The way of a request

    private func answer(
        to request: Request, _ match: Router.Match, _ client: ClientView
    ) async throws -> Answer {
        guard !client.isNamedByProxy || settings.hostNames.contains(client.host) else {
            throw Problem(421, "misdirected-request", Self.otherName)
        }
        switch match {
        case .route(let route, let parameters):
            let call = Call(request: request, parameters: parameters, client: client, now: world.now(), api: self)
            return try await answer(call, route)
        case .options(let allow):
            var answer = Answer.noContent
            answer.fields.append("Allow", allow)
            return answer
        case .notFound: throw Problem.notFound
        case .methodNotAllowed(let allow): throw Problem.methodNotAllowed(allow)
        case .malformedPath: throw Problem(400, "malformed-path", "The path can not be decoded.")
        }
    }

    private func answer(_ call: Call, _ route: Route) async throws -> Answer {
        switch route.handler {
        case .anyone(let handler):
            try SignIn.checkOrigin(call, needsOrigin: false)
            return try await handler(call)
        case .caller(let handler):
            return try await handler(call, try await SignIn.caller(call))
        case .owner(let handler):
            return try await handler(call, try await SignIn.owner(call))
        case .member(let handler):
            let member = try await SignIn.member(call)
            guard member.caller.scope == .full || !route.givesKey else { throw Denial.readOnlyToken }
            return try await handler(call, member)
        }
    }

    private func refusal(_ error: any Error, _ request: Request) -> Problem {
        let problem = Problem(error)
        if problem.status.code >= 500 {
            log.error("request failed", metadata: ["id": "\(request.id)", "reason": "\(Problem.reason(error))"])
        }
        return problem
    }

    // MARK: The log

    /// One line for each answer. What was asked is told by the route's name: a path may hold what somebody typed.
    package func finished(_ exchange: Exchange) {
        tally?.note(exchange)
        guard log.logLevel <= .info else { return }
        let name = names[exchange.mark]
        let isQuiet = ["file", "health", "ready", "metrics"].contains(name)
        log.log(
            level: isQuiet && exchange.status.code < 500 ? .debug : .info, "answered",
            metadata: [
                "id": "\(exchange.id)", "method": "\(exchange.head?.method.rawValue ?? "-")", "route": "\(name)",
                "status": "\(exchange.status.code)", "us": "\(Int(exchange.duration / .microseconds(1)))",
                "bytes": "\(exchange.bytes)",
            ])
    }

    package func trouble(_ sentence: String) { log.warning("\(sentence)") }
}
