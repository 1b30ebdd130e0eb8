import Dispatch
import Glibc
import HTTPServer
import JSON

/// The server with the smallest application that shows what it costs, for comparing it with others:
///
///     bench-server --port N --loops N --ledger FILE --static DIR
///
/// `GET /health` and `GET /ledger` (encoded anew each time) are answered at once, `GET /ledger-async` and `POST /echo` by
/// a handler; everything else is a file of DIR, and `/mem` is its `static/blob.bin`.
@main
struct BenchServer {
    // A synchronous main: valgrind does not survive an asynchronous one.
    static func main() throws {
        var options = ["--port": "0", "--loops": String(Configuration.cores)]
        var arguments = CommandLine.arguments.dropFirst().makeIterator()
        while let name = arguments.next() { options[name] = arguments.next() }
        guard let port = options["--port"].flatMap(UInt16.init), let loops = options["--loops"].flatMap(Int.init),
            let ledger = options["--ledger"], let directory = options["--static"]
        else { throw BenchError.usage }

        let application = try BenchApplication(ledger: ledger, directory: directory)
        let server = Server(Configuration(host: "127.0.0.1", port: port, loops: loops), application: application)
        print("listening on http://127.0.0.1:\(try server.start().plain)")
        fflush(nil)
        waitForTermination()
        let ended = DispatchSemaphore(value: 0)
        Task.detached {
            await server.shutdown(grace: .seconds(2))
            ended.signal()
        }
        ended.wait()
    }

    private static func waitForTermination() {
        signal(SIGTERM, SIG_IGN)
        let terminated = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
        let end = DispatchSemaphore(value: 0)
        terminated.setEventHandler { end.signal() }
        terminated.activate()
        end.wait()
    }
}

enum BenchError: Error { case usage, unreadable(String) }

struct BenchApplication: Application {
    private let ledger: BenchLedger
    private let files: StaticFiles
    private let health = Response(.ok, contentType: "application/json", Array(#"{"status":"ok"}"#.utf8))

    init(ledger: String, directory: String) throws {
        self.ledger = try BenchLedger(file: ledger)
        files = try StaticFiles(directory: directory) { files in files["/mem"] = files["/static/blob.bin"] }
    }

    func respondNow(to request: Request) -> Response? {
        guard request.method == .get else { return nil }
        switch request.path {
        case "/health": return health
        case "/ledger": return json(ledger.json)
        case "/ledger-async": return nil
        default: return files.response(to: request.head)
        }
    }

    func respond(to request: Request) async -> Response {
        guard request.method == .post else { return json(ledger.json) }
        guard let expense = try? NewExpense(json: request.body) else { return Response(.badRequest) }
        return json(expense.json)
    }

    private func json(_ bytes: [UInt8]) -> Response { Response(.ok, contentType: "application/json", bytes) }
}
