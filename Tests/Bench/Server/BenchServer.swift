import Dispatch
import Glibc
import HTTPServer

/// The server with the smallest application that shows what it costs: the peer of Hummingbird, FlyingFox and nginx in
/// the benchmarks.
///
///     bench-server [port] [loops]
///
/// `/health` and `/ledger` are answered at once, `/async/health` and `/async/ledger` by a handler; `POST /echo` sends
/// the body back; everything else is a static file, `/static.js` has 40 KB.
@main
struct BenchServer {
    // A synchronous main: valgrind does not survive an asynchronous one.
    static func main() throws {
        let arguments = CommandLine.arguments
        let port = arguments.count > 1 ? UInt16(arguments[1]) ?? 0 : 0
        let loops = arguments.count > 2 ? Int(arguments[2]) ?? 1 : Configuration.cores
        signal(SIGTERM, SIG_IGN)
        let server = Server(Configuration(host: "127.0.0.1", port: port, loops: loops), application: BenchApplication())
        print("listening on http://127.0.0.1:\(try server.start())")
        fflush(nil)
        let end = DispatchSemaphore(value: 0)
        let terminated = DispatchSource.makeSignalSource(signal: SIGTERM)
        terminated.setEventHandler {
            Task.detached {
                await server.shutdown(grace: .seconds(2))
                end.signal()
            }
        }
        terminated.activate()
        end.wait()
    }
}

struct BenchApplication: Application {
    private let ledger = BenchLedger()
    private let files: StaticFiles

    init() {
        let script = Array(
            (0..<640).map { "export const line\($0 + 1000) = 'some words of a script, to fill it';\n" }.joined().utf8)
        files = StaticFiles(files: [
            "/static.js": StaticFile(
                bytes: Array(script.prefix(40_960)), contentType: "text/javascript", modified: 1_700_000_000)
        ])
    }

    func respondNow(to request: Request) -> Response? {
        let path = request.path
        if path.hasPrefix("/async/") || request.method == .post { return nil }
        return response(to: path, request)
    }

    func respond(to request: Request) async -> Response {
        if request.method == .post { return Response(.ok, contentType: "application/json", request.body) }
        return response(to: String(request.path.dropFirst(6)), request)
    }

    private func response(to path: String, _ request: Request) -> Response {
        switch path {
        case "/health": Response(.ok, contentType: "application/json", Array(#"{"status":"ok"}"#.utf8))
        case "/ledger": Response(.ok, contentType: "application/json", ledger.encoded)
        default: files.response(to: request.head)
        }
    }
}

/// A ledger of about 4 KB, encoded anew for every request, as the product does.
struct BenchLedger: Sendable {
    private struct Expense {
        let id: String
        let title: String
        let cents: Int
        let date: String
        let payer: Int
    }

    private let expenses = (0..<32).map { number in
        Expense(
            id: "0c9b2f3e-7a41-4c55-9d1e-0000000000\(10 + number)", title: "Groceries for the week \(number)",
            cents: 4_720 + number * 37, date: "2026-05-\(10 + number % 20)", payer: number % 4)
    }

    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4_608)
        bytes += #"{"id":"home","name":"Our flat","currency":"EUR","expenses":["#.utf8
        for (index, expense) in expenses.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += #"{"id":""#.utf8
            bytes += expense.id.utf8
            bytes += #"","title":""#.utf8
            bytes += expense.title.utf8
            bytes += #"","amount":""#.utf8
            bytes += String(expense.cents / 100).utf8
            bytes.append(UInt8(ascii: "."))
            bytes.append(UInt8(48 + expense.cents / 10 % 10))
            bytes.append(UInt8(48 + expense.cents % 10))
            bytes += #"","date":""#.utf8
            bytes += expense.date.utf8
            bytes += #"","payer":"#.utf8
            bytes.append(UInt8(48 + expense.payer))
            bytes.append(UInt8(ascii: "}"))
        }
        bytes += "]}".utf8
        return bytes
    }
}
