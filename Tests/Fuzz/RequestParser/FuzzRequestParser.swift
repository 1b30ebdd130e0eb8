import FuzzDriver
import Glibc
import HTTPServer

/// Any bytes from the network. Nothing may trap, and however the bytes are cut, the requests are the same; each of them
/// can be asked for everything and answered with a file.
@main struct FuzzRequestParser {
    static func main() {
        exit(
            fuzz { start, count in
                let bytes = Array(UnsafeBufferPointer(start: start, count: count))
                let whole = FuzzRequestParser.read(bytes, step: bytes.count)
                precondition(FuzzRequestParser.read(bytes, step: 1) == whole)
                precondition(FuzzRequestParser.read(bytes, step: 1 + count % 7) == whole)
                return 0
            })
    }

    private static let limits: Limits = {
        var limits = Limits()
        limits.requestLineBytes = 256
        limits.fieldBytes = 512
        limits.fieldCount = 12
        limits.chunkExtensionBytes = 32
        return limits
    }()

    private static let files = StaticFiles(files: [
        "/index.html": StaticFile(bytes: Array("<h1>hi</h1>".utf8), contentType: "text/html", modified: 784_111_777),
        "/app.js": StaticFile(
            bytes: Array(String(repeating: "again ", count: 50).utf8), contentType: "text/javascript", modified: 0),
    ])

    /// Feeds a parser as a connection does, so many bytes at a time; says what came out.
    private static func read(_ bytes: [UInt8], step: Int) -> [String] {
        var parser = RequestParser()
        var results: [String] = []
        var pending: [UInt8] = []
        var fed = 0
        do throws(WireProblem) {
            while fed < bytes.count {
                let end = min(fed + max(step, 1), bytes.count)
                pending += bytes[fed..<end]
                fed = end
                var offset = 0
                reading: while offset < pending.count {
                    let before = offset
                    switch try parser.step(pending.span, at: &offset, limits: limits) {
                    case .needsMore: break reading
                    case .head(let head):
                        precondition(offset > before)
                        results.append(check(head))
                        if head.hasBody { try parser.expectBody(of: head, limit: 128, isKept: true, limits: limits) }
                    case .body(let body):
                        precondition(body.count <= 128)
                        results.append(String(decoding: body, as: UTF8.self))
                    }
                }
                precondition(offset <= pending.count)
                pending.removeFirst(offset)
            }
        } catch {
            precondition(error.status.code >= 400)
            results.append(error.code)
        }
        return results
    }

    private static func check(_ head: RequestHead) -> String {
        precondition(head.target.contains(head.path) && (head.path.hasPrefix("/") || head.path == "*"))
        precondition(head.version == .http10 || head.host?.isEmpty == false)
        if let host = head.host { precondition(head.authority?.lowercased().hasPrefix(host) == true) }
        for name in ["Host", "Cookie", "X"] {
            precondition(head.all(name).allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 32 || $0.value == 9 } })
        }
        if let query = head.query { _ = try? PercentEncoding.pairs(ofQuery: query) }
        let response = files.response(to: head)
        precondition([200, 204, 206, 304, 400, 404, 405, 412, 416].contains(response.status.code))
        return "\(head.method) \(head.headOnly) \(head.target) \(head.host ?? "-") \(response.status.code)"
    }
}
