import HTTPServer
import Testing

@testable import WebAPI

@Suite("Figures for Prometheus")
struct MetricsTests {
    @Test("a family has its help, its type and its samples, each with escaped labels")
    func families() {
        var text = MetricsText()
        text.family("a_total", .counter, "One\\two\nthree \"four\".") { samples in
            samples.add(3, ["x": "back\\slash", "y": "quote\" and\nline"])
            samples.add(0.25)
        }
        #expect(
            text.text == #"""
                # HELP a_total One\\two\nthree "four".
                # TYPE a_total counter
                a_total{x="back\\slash",y="quote\" and\nline"} 3
                a_total 0.25

                """#)
    }

    @Test(
        "numbers as Prometheus reads them",
        arguments: [
            (0.0, "0"), (-0.5, "-0.5"), (1e-9, "1e-09"), (3, "3"), (1e15, "1000000000000000.0"), (1e16, "1e+16"),
            (.infinity, "+Inf"),
            (-.infinity, "-Inf"), (.nan, "NaN"),
        ])
    func numbers(value: Double, written: String) {
        #expect(MetricsText.number(value) == written)
    }

    @Test("a value that equals a bound is below it, one above all bounds is counted last")
    func bounds() {
        let histogram = Histogram([1, 2, 4], of: .count)
        for value in [0, 1, 2, 3, 4, 5, 1_000] { histogram.note(value) }
        #expect(histogram.reading.counts == [2, 1, 2, 2])
        #expect(histogram.reading.sum == 1_015)
        var text = MetricsText()
        text.family("a", .histogram, "A.") { $0.add(histogram.reading, ["x": "y"]) }
        #expect(
            text.text.split(separator: "\n").dropFirst(2) == [
                #"a_bucket{x="y",le="1"} 2"#, #"a_bucket{x="y",le="2"} 3"#, #"a_bucket{x="y",le="4"} 5"#,
                #"a_bucket{x="y",le="+Inf"} 7"#, #"a_sum{x="y"} 1015"#, #"a_count{x="y"} 7"#,
            ])
    }

    @Test("durations are shown in seconds")
    func durations() {
        let histogram = Histogram(Histogram.durations, of: .nanoseconds)
        histogram.note(.microseconds(100))
        histogram.note(.nanoseconds(100_001))
        histogram.note(.seconds(31))
        #expect(histogram.reading.counts.first == 1)
        #expect(histogram.reading.counts[1] == 1)
        #expect(histogram.reading.counts.last == 1)
        #expect(abs(histogram.reading.sum - 31.000_200_001) < 1e-12)
    }

    @Test("many threads count at once, and none is lost")
    func concurrency() async {
        let histogram = Histogram([1, 2], of: .count)
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { for value in 0..<1_000 { histogram.note(value % 3 + 1) } }
            }
        }
        #expect(histogram.reading.counts.reduce(0, +) == 8_000)
    }

    @Test("each route's mark names it, and only what was asked for is told")
    func routes() throws {
        let names = RouteNames(RouteTable.routes)
        let router = Router(RouteTable.routes)
        for route in RouteTable.routes {
            let path = route.path.split(separator: "/").map { $0.hasPrefix("{") ? "x" : $0 }.joined(separator: "/")
            guard case .route(let found, _) = router.match(route.method, path: "/" + path) else {
                Issue.record("\(route.name) is not found")
                continue
            }
            #expect(names[found.mark] == route.name)
        }
        #expect(names[0] == "-")
        #expect(names[names.file] == "file")
        var text = MetricsText()
        RequestTally(names).write(to: &text)
        #expect(text.text.split(separator: "\n").allSatisfy { $0.hasPrefix("#") })
    }
}
