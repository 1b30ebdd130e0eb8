import Accounts
import HTTPServer
import JSON
import LedgerCore
import Testing

@testable import WebAPI

/// Somebody who speaks to a `TestServer`. Paths are below `/api/v1`, bodies are JSON as text.
struct TestClient: Sendable {
    let server: TestServer
    let secret: String?
    let account: Account?
    let device: DeviceID?

    func get(_ path: String) async throws -> TestAnswer { try await send(.get, path, nil) }
    func post(_ path: String, _ body: String? = nil) async throws -> TestAnswer { try await send(.post, path, body) }
    func put(_ path: String, _ body: String? = nil) async throws -> TestAnswer { try await send(.put, path, body) }
    func patch(_ path: String, _ body: String) async throws -> TestAnswer { try await send(.patch, path, body) }
    func delete(_ path: String, _ body: String? = nil) async throws -> TestAnswer {
        try await send(.delete, path, body)
    }

    func send(
        _ method: HTTPServer.Method, _ path: String, _ body: String?, fields: [String: String] = [:]
    ) async throws -> TestAnswer {
        try await server.send(method, RouteTable.root + path, body, secret: secret, fields: fields)
    }

    /// A ledger of these people, the first of whom is this client: its path, and its people by name.
    func ledger(_ people: String..., schemaVersion: Int = 2) async throws -> (path: String, people: [String: String]) {
        let names = people.isEmpty ? ["Anna", "Ben", "Cleo"] : people
        let list = names.map { #""\#($0)""# }.joined(separator: ",")
        let made = try await post(
            "/ledgers",
            #"{"name":"Flat","currency":"EUR","participants":[\#(list)],"me":"\#(names[0])","schemaVersion":\#(schemaVersion)}"#
        )
        try #require(made.status == 201, "\(made)")
        let pairs = (made["participants"]?.array ?? []).map { ($0["name"]?.string ?? "", $0["id"]?.string ?? "") }
        return ("/ledgers/" + made.text("id"), Dictionary(pairs) { first, _ in first })
    }
}

struct TestAnswer: CustomStringConvertible {
    let response: Response
    let json: JSONValue?

    init(_ response: Response) {
        self.response = response
        json = Self.bytes(response).flatMap { try? JSONValue(parsing: $0) }
    }

    var status: Int { Int(response.status.code) }
    var code: String? { json?["code"]?.string }
    var items: [JSONValue] { json?["items"]?.array ?? [] }
    var body: String { String(decoding: Self.bytes(response) ?? [], as: UTF8.self) }
    var description: String { "\(status) \(body)" }

    subscript(name: String) -> JSONValue? { json?[name] }

    /// A field that is text; empty when it is not there.
    func text(_ name: String) -> String { json?[name]?.string ?? "" }

    private static func bytes(_ response: Response) -> [UInt8]? {
        switch response.body {
        case .bytes(let bytes): bytes
        case .slice(let slice): Array(slice)
        case .none, .events: nil
        }
    }
}
