import SharedFolders
import Testing

/// A scripted server and a client for it, closed at the end of a test.
struct Wire {
    let server: WireServer
    let client: CurlTransfer

    init(
        settings: TransferSettings = TransferSettings(), _ script: @escaping WireServer.Script
    ) throws {
        server = try WireServer(script)
        client = CurlTransfer(settings)
    }

    func end() {
        client.close()
        server.stop()
    }

    func address(_ path: String = "/") throws -> WebAddress {
        try #require(WebAddress("http://127.0.0.1:\(server.port)\(path)"))
    }

    func get(_ path: String = "/") throws -> TransferRequest {
        TransferRequest("GET", try address(path))
    }

    /// What the request came to: an answer's status and body, or a failure.
    func outcome(_ request: TransferRequest) async -> Outcome {
        do throws(TransferFailure) {
            let answer = try await client.send(request)
            return .answer(answer.status, String(decoding: answer.body, as: UTF8.self))
        } catch {
            return Outcome(error)
        }
    }

    func outcome(_ path: String = "/") async throws -> Outcome {
        await outcome(try get(path))
    }
}

/// A failure without its text, to compare.
enum Outcome: Equatable {
    case answer(Int, String)
    case badRequest, unresolved, unconnected, insecure, timedOut, cut, tooLong, cancelled

    static let ok = Outcome.answer(200, "ok")

    init(_ failure: TransferFailure) {
        self =
            switch failure {
            case .badRequest: .badRequest
            case .unresolved: .unresolved
            case .unconnected: .unconnected
            case .insecure: .insecure
            case .timedOut: .timedOut
            case .cut: .cut
            case .tooLong: .tooLong
            case .cancelled: .cancelled
            }
    }
}

/// Looks again until it is so; false when it is not after so many looks, however long they take.
func eventually(_ condition: () -> Bool) async -> Bool {
    for _ in 0..<6_000 {
        if condition() { return true }
        try? await Task.sleep(for: .milliseconds(10))
    }
    return condition()
}
