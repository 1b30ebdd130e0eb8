import Glibc
import SharedFolders
import Testing

/// What the machine does to transfers and they to it. Each in a process of its own: the environment and the memory belong
/// to the whole process.
@Suite("Transfers and their surroundings") struct SurroundingsTests {
    @Test("a proxy of the environment is for other machines, never for this one")
    func proxyAndLoopback() async {
        await #expect(processExitsWith: .success) {
            let wire = try Wire { connection, _ in connection.answerAll() }
            for name in ["http_proxy", "https_proxy", "all_proxy"] { setenv(name, "http://127.0.0.1:1", 1) }
            #expect(try await wire.outcome() == .ok)
            let elsewhere = try #require(WebAddress("https://elsewhere.invalid/"))
            #expect(await wire.outcome(TransferRequest("GET", elsewhere)) == .unconnected)
        }
    }

    @Test("a proxy that refuses is no answer of the service, and has not been told what was asked")
    func proxyRefuses() async {
        await #expect(processExitsWith: .success) {
            let wire = try Wire { connection, _ in
                guard let request = connection.request() else { return }
                precondition(request.line == "CONNECT elsewhere.invalid:443 HTTP/1.1")
                precondition(!request.head.contains("secret"))
                connection.answer(407, fields: "Proxy-Authenticate: Basic\r\n", body: Array("sign in".utf8))
            }
            setenv("https_proxy", "http://127.0.0.1:\(wire.server.port)", 1)
            let elsewhere = try #require(WebAddress("https://elsewhere.invalid/secret"))
            let request = TransferRequest("GET", elsewhere, fields: [("Authorization", "secret")])
            #expect(await wire.outcome(request) == .unconnected)
            #expect(wire.server.accepted == 1)
        }
    }

    @Test("a hundred bodies of a mebibyte, four at once and not kept, take the memory of a few")
    func memory() async {
        await #expect(processExitsWith: .success) {
            let wire = try Wire { connection, _ in
                connection.answerAll([UInt8](repeating: 7, count: 1 << 20))
            }
            let account = RemoteAccount(wire.client)
            let request = try wire.get()
            _ = try await account.send(request, .read)
            let before = peakKilobytes()
            let right = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<100 {
                    group.addTask { (try? await account.send(request, .read))?.body.count == 1 << 20 }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(right == 100)
            // The server's four copies are in here, too.
            #expect(peakKilobytes() - before < 24 << 10)
        }
    }
}

/// The most memory this process ever had (VmHWM).
private func peakKilobytes() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss
}
