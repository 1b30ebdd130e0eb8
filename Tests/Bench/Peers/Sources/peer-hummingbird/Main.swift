import Foundation
import Hummingbird
import Logging
import Workload

extension Workload.Ledger: ResponseEncodable {}
extension Workload.NewExpense: ResponseEncodable {}

struct Health: ResponseEncodable {
    let status = "ok"
}

/// Hummingbird, used as its documentation shows it.
@main
struct Main {
    static func main() async throws {
        let work = try Workload(arguments: CommandLine.arguments)
        let blob = ByteBuffer(bytes: work.blob)
        let router = Router()
        router.add(middleware: FileMiddleware(work.directory))
        router.get("health") { _, _ in Health() }
        router.get("ledger") { _, _ in work.ledger }
        router.post("echo") { request, context in
            try await request.decode(as: Workload.NewExpense.self, context: context)
        }
        router.get("mem") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/octet-stream"], body: .init(byteBuffer: blob))
        }
        var logger = Logger(label: "peer")
        logger.logLevel = .error
        let application = Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: work.port), backlog: 1024),
            onServerRunning: { channel in
                print("listening on http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
                fflush(nil)
            },
            logger: logger)
        try await application.runService()
    }
}
