import HTTPServer
import JSON
import Testing

@testable import WebAPI

@Suite("The route table and its description")
struct RouteTableTests {
    let document: JSONValue

    init() throws {
        document = try JSONValue(parsing: OpenAPI.document(routes: RouteTable.routes, version: "test"))
    }

    @Test("every route has one operation, and every operation a route")
    func operations() {
        let names = RouteTable.routes.map(\.name)
        #expect(names.count == Set(names).count)
        #expect(Set(names) == Set(Operations.all.keys))
    }

    @Test("the description has every route and nothing else")
    func paths() throws {
        let described = try #require(document["paths"]?.members).flatMap { path in
            (path.value.members ?? []).map { $0.name.uppercased() + " " + path.name }
        }
        #expect(Set(described) == Set(RouteTable.routes.map { $0.method.rawValue + " " + $0.path }))
    }

    @Test("every schema that is named is there, and every one that is there is named")
    func references() throws {
        let schemas = try #require(document["components"]?["schemas"]?.members).map(\.name)
        var named: Set<String> = []
        Self.collect(document, &named)
        #expect(named == Set(schemas.map { "#/components/schemas/" + $0 }))
        #expect(schemas.count == Set(schemas).count)
    }

    @Test("the description tells of every route that looks at a precondition")
    func conditions() {
        let told = RouteTable.routes.filter { route in
            let operation = document["paths"]?[route.path]?[route.method.rawValue.lowercased()]
            return operation?["parameters"]?.array?.contains { $0["name"]?.string == "If-Match" } == true
        }
        #expect(
            told.map(\.name).sorted() == [
                "changeLedger", "changeOccurrence", "deleteExpense", "deleteIncome", "deleteSettlement", "endSchedule",
                "putExpense", "putIncome", "putSchedule", "putSettlement", "reconcileExpense", "restoreOccurrence",
            ])
    }

    @Test("an operation without sign-in says so, and only such a one")
    func security() {
        for route in RouteTable.routes {
            let operation = document["paths"]?[route.path]?[route.method.rawValue.lowercased()]
            #expect((operation?["security"] != nil) == !route.needsSignIn, "\(route.name)")
        }
    }

    @Test("what is not for everybody lies where a foreign page can not reach it without signing in")
    func openDoors() {
        let open = RouteTable.routes.filter { !$0.needsSignIn }.map(\.name)
        let known = [
            "health", "ready", "describe", "setupState", "setUp", "signIn", "preparePasskeySignIn",
            "signInWithPasskey", "previewInvite", "claimInvite",
        ]
        #expect(open == known)
        let ofOwner = RouteTable.routes.filter(\.needsOwner).map(\.name)
        #expect(
            Set(ofOwner) == [
                "accounts", "createAccount", "account", "removeAccount", "server", "serverTLS", "makeBackup",
                "restore",
            ])
    }

    private static func collect(_ value: JSONValue, _ names: inout Set<String>) {
        if let name = value["$ref"]?.string { names.insert(name) }
        for member in value.members ?? [] { collect(member.value, &names) }
        for element in value.array ?? [] { collect(element, &names) }
    }
}

@Suite("The router")
struct RouterTests {
    let router = Router(RouteTable.routes)

    private func name(_ method: Method, _ path: String) -> String {
        switch router.match(method, path: path) {
        case .route(let route, let parameters):
            ([route.name] + route.parameterNames.sorted().map { "\($0)=\(parameters[$0] ?? "")" }).joined(
                separator: " ")
        case .options(let allow): "options \(allow)"
        case .notFound: "404"
        case .methodNotAllowed(let allow): "405 \(allow)"
        case .malformedPath: "400"
        }
    }

    @Test("a path leads to its route, with its parameters decoded")
    func routes() {
        #expect(name(.get, "/health") == "health")
        #expect(name(.post, "/api/v1/ledgers/join") == "joinLedger")
        #expect(name(.get, "/api/v1/ledgers/a.b-c") == "ledger ledger=a.b-c")
        #expect(name(.get, "/api/v1/ledgers/x/balances/1/2") == "statement a=1 b=2 ledger=x")
        #expect(name(.get, "/api/v1/ledgers/a%2Fb") == "ledger ledger=a/b")
    }

    @Test("what is not there is 404, what cannot be done there 405, and both differ from a path that cannot be read")
    func refusals() {
        #expect(name(.get, "/api/v1/nothing") == "404")
        #expect(name(.get, "/api/v1/me/") == "404")
        #expect(name(.get, "//api/v1/me") == "404")
        #expect(name(.delete, "/api/v1/accounts") == "405 GET, HEAD, POST, OPTIONS")
        #expect(name(.options, "/api/v1/ledgers") == "options GET, HEAD, POST, OPTIONS")
        #expect(name(.get, "/api/v1/ledgers/%zz") == "400")
        #expect(name(.get, "/api/v1/ledgers/%00") == "400")
    }
}
