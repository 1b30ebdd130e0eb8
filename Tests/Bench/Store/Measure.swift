import Synchronization

/// What one run of many writes took.
struct Measure: Sendable {
    let perSecond: Double
    let median: Duration
    let slowest1Percent: Duration

    init(_ durations: [Duration], in total: Duration) {
        let sorted = durations.sorted()
        perSecond = Double(sorted.count) / (total / .seconds(1))
        median = sorted[sorted.count / 2]
        slowest1Percent = sorted[sorted.count * 99 / 100]
    }

    var line: String {
        "\(Int(perSecond)) writes/s, p50 \(median.microseconds) µs, p99 \(slowest1Percent.microseconds) µs"
    }

    /// Writers that each write `count` times, one after the other.
    static func of(writers: Int, each count: Int, _ write: @escaping @Sendable (Int, Int) async throws -> Void)
        async throws -> Measure
    {
        let clock = ContinuousClock()
        let start = clock.now
        let durations = try await withThrowingTaskGroup(of: [Duration].self) { group in
            for writer in 0..<writers {
                group.addTask {
                    var durations: [Duration] = []
                    for number in 0..<count {
                        let begin = clock.now
                        try await write(writer, number)
                        durations.append(clock.now - begin)
                    }
                    return durations
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        return Measure(durations, in: clock.now - start)
    }
}

extension Duration {
    var microseconds: Int { Int(self / .microseconds(1)) }
}

func middle(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// A ratio with two decimals.
func text(_ ratio: Double) -> String { "\((ratio * 100).rounded() / 100)×" }
