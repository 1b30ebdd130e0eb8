import Cryptography
import Dispatch
import Glibc
import Synchronization
import Testing

@testable import HTTPServer

/// An application with one path for each way to answer.
final class Playground: Application {
    let streams = Guarded<[EventStream]>([])
    let endedStreams = Atomic<Int>(0)
    let troubles = Atomic<Int>(0)
    let gate = Gate()
    let lock = DispatchSemaphore(value: 0)
    let exchanges = Guarded<[Exchange]>([])
    static let forty = [UInt8](repeating: UInt8(ascii: "x"), count: 40_960)

    func serves(host: String) -> Bool { host != "elsewhere.example" }

    func admit(_ head: RequestHead, from peer: PeerAddress, id: RequestID) -> Admission {
        switch head.path {
        case "/refused": .refuse(Response(.unauthorized, contentType: "text/plain", Array("who are you?".utf8)))
        case "/small": .body(limit: 16)
        default: .body(limit: 1 << 20)
        }
    }

    func respondNow(to request: Request) -> Response? {
        switch request.path {
        case "/now": .text(.ok, "now \(request.query ?? "")")
        case "/forty": Response(.ok, contentType: "text/plain", Self.forty)
        case "/ten": Response(.ok, contentType: "text/plain", Array(Self.forty.prefix(10_240)))
        case "/empty": Response(.noContent)
        case "/blocked": blocked()
        default: nil
        }
    }

    /// What an application must not do: it holds up the loop that asked.
    private func blocked() -> Response {
        lock.wait()
        return .text(.ok, "free")
    }

    func respond(to request: Request) async -> Response {
        switch request.path {
        case "/later": return .text(.ok, "later")
        case "/echo", "/small": return Response(.ok, contentType: "application/octet-stream", request.body)
        case "/stuck":
            await gate.pass()
            return .text(.ok, "free")
        case "/events":
            let stream = EventStream { [self] in endedStreams.add(1, ordering: .relaxed) }
            streams.withLock { $0.append(stream) }
            stream.send(event: "hello", data: "one\ntwo")
            return .events(stream)
        default: return .text(.notFound, "nothing here")
        }
    }

    func response(to problem: WireProblem, path: String?, id: RequestID) -> Response? {
        guard path?.hasPrefix("/api") ?? false else { return nil }
        return Response(
            problem.status, contentType: "application/problem+json", Array(#"{"code":"\#(problem.code)"}"#.utf8))
    }

    func trouble(_ sentence: String) { troubles.add(1, ordering: .relaxed) }

    func finished(_ exchange: Exchange) { exchanges.withLock { $0.append(exchange) } }
}

/// Holds handlers back until it is opened.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    var count: Int { waiting.count }

    func pass() async {
        if !isOpen { await withCheckedContinuation { waiting.append($0) } }
    }

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}

/// Runs every job on a thread of its own. Tests wait for sockets in the thread, and Swift's pool has as many threads as
/// the machine has cores: a few waiting tests would stop all others.
final class ThreadPerJob: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        DispatchQueue(label: "test").async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Runs a test that blocks.
func blocking(_ test: @Sendable () async throws -> Void) async throws {
    try await withTaskExecutorPreference(ThreadPerJob()) { try await test() }
}

/// A certificate for tests, made here.
let testTLS: TLSContext = {
    let authority = LocalAuthority(making: "test", for: [], at: time(nil))
    let key = PrivateKey()
    let certificate = authority.issue(for: [.dns("localhost")], to: key, at: time(nil))
    guard let context = try? TLSContext(chain: [certificate], key: key) else { fatalError("no certificate") }
    return context
}()

/// Runs a server for one test, which is given the port for TLS if it is to be `secure`.
func withServer(
    _ limits: Limits = Limits(), loops: Int = 2, secure: Bool = false,
    _ test: @Sendable (UInt16, Playground) async throws -> Void
) async throws {
    let playground = Playground()
    let server = Server(
        Configuration(
            host: "127.0.0.1", port: 0, secure: secure ? .init(port: 0, tls: CurrentTLS(testTLS)) : nil, loops: loops,
            limits: limits), application: playground)
    let ports = try server.start()
    let port = ports.secure ?? ports.plain
    do {
        try await blocking { try await test(port, playground) }
    } catch {
        await server.shutdown(grace: .zero)
        throw error
    }
    await playground.gate.open()
    await server.shutdown(grace: .seconds(1))
}

/// Waits until something that happens elsewhere has happened; gives up after so many looks, however long they take.
func eventually(_ condition: () async -> Bool) async -> Bool {
    for _ in 0..<6_000 {
        if await condition() { return true }
        try? await Task.sleep(for: .milliseconds(10))
    }
    return false
}
