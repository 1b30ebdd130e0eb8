import FlyingFox
import FlyingSocks
import Foundation
import Workload

/// FlyingFox, used as its documentation shows it.
@main
struct Main {
    static func main() async throws {
        let work = try Workload(arguments: CommandLine.arguments)
        let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: UInt16(work.port)), logger: .disabled)
        let json: [HTTPHeader: String] = [.contentType: "application/json"]
        await server.appendRoute("GET /health") { _ in
            HTTPResponse(statusCode: .ok, headers: json, body: try JSONEncoder().encode(["status": "ok"]))
        }
        await server.appendRoute("GET /ledger") { _ in
            HTTPResponse(statusCode: .ok, headers: json, body: try JSONEncoder().encode(work.ledger))
        }
        await server.appendRoute("POST /echo") { request in
            let expense = try JSONDecoder().decode(Workload.NewExpense.self, from: try await request.bodyData)
            return HTTPResponse(statusCode: .ok, headers: json, body: try JSONEncoder().encode(expense))
        }
        await server.appendRoute("GET /mem") { _ in HTTPResponse(statusCode: .ok, body: work.blob) }
        await server.appendRoute(
            "GET /static/*",
            to: DirectoryHTTPHandler(root: URL(fileURLWithPath: work.directory + "/static"), serverPath: "static"))
        let running = Task { try await server.run() }
        try await server.waitUntilListening()
        if case .ip4(_, let port) = await server.listeningAddress { print("listening on http://127.0.0.1:\(port)") }
        fflush(nil)
        try await running.value
    }
}
