import HTTPServer
import Synchronization

/// Counts what was asked and answered, by route. On the way of every request, so it is atomics and nothing else.
final class RequestTally: Sendable {
    /// One route, or what is none.
    private final class Line: Sendable {
        let route: String
        let method: String
        /// By the first digit of the status.
        let statuses = InlineArray<6, Atomic<Int>> { _ in Atomic(0) }
        let bytes = Atomic<Int>(0)
        let durations = Histogram(Histogram.durations, of: .nanoseconds)

        init(_ route: String, _ method: String) {
            self.route = route
            self.method = method
        }

        var isUsed: Bool { durations.reading.counts.contains { $0 > 0 } }
    }

    private let lines: [Line]

    /// In the order of their marks; 0 is for what was no request of ours, the last one for the app's files.
    init(_ names: RouteNames) {
        lines = names.all.map { Line($0.name, $0.method) }
    }

    func note(_ exchange: Exchange) {
        let line = lines[exchange.mark]
        line.statuses[min(5, Int(exchange.status.code / 100))].add(1, ordering: .relaxed)
        if exchange.bytes > 0 { line.bytes.add(exchange.bytes, ordering: .relaxed) }
        line.durations.note(exchange.duration)
    }

    /// Routes that nobody asked for are left out.
    func write(to text: inout MetricsText) {
        let used = lines.filter(\.isUsed)
        text.family("splitclone_http_requests_total", .counter, "Requests answered.") { samples in
            for line in used {
                for digit in 1...5 {
                    let count = line.statuses[digit].load(ordering: .relaxed)
                    if count > 0 {
                        samples.add(count, ["route": line.route, "method": line.method, "status": "\(digit)xx"])
                    }
                }
            }
        }
        text.family(
            "splitclone_http_response_body_bytes_total", .counter, "Bytes of answers, without heads and event streams."
        ) { samples in
            for line in used { samples.add(line.bytes.load(ordering: .relaxed), ["route": line.route]) }
        }
        text.family(
            "splitclone_http_request_duration_seconds", .histogram, "From a request's head to its answer."
        ) { samples in
            for line in used { samples.add(line.durations.reading, ["route": line.route]) }
        }
    }
}

/// What the routes are called in the log and in the figures. A response's mark is the place in this list.
struct RouteNames: Sendable {
    let all: [(name: String, method: String)]

    init(_ routes: [Route]) {
        all = [("-", "-")] + routes.map { ($0.name, $0.method.rawValue) } + [("file", "GET")]
    }

    var file: Int { all.count - 1 }

    subscript(mark: Int) -> String { all[mark].name }
}
