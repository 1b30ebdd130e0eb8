import Glibc
import JSON
import Seeded

/// `core-cases SEED COUNT`: random inputs and what LedgerCore makes of each, a line of JSON each. `Tests/Web/cases.test.js`
/// works them out again with the app's core. The same seed, the same lines.
@main struct CoreCases {
    static func main() {
        let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
        guard numbers.count == 2 else {
            print("usage: core-cases SEED COUNT")
            exit(64)
        }
        var draw = Draw(seed: numbers[0])
        for number in 0..<Int(numbers[1]) {
            print(String(decoding: line(number, &draw), as: UTF8.self))
        }
    }

    /// Of every twenty lines: a ledger, two plans, six splits, four amounts, three schedules, two spreads, two ratios.
    private static func line(_ number: Int, _ draw: inout Draw) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            switch number % 20 {
            case 0: LedgerCase(&draw).write(to: &json)
            case 1, 2: PlanCase(&draw).write(to: &json)
            case 3...8: SplitCase(&draw).write(to: &json)
            case 9...12: MoneyCase(&draw).write(to: &json)
            case 13...15: ScheduleCase(&draw).write(to: &json)
            case 16, 17: SpreadCase(&draw).write(to: &json)
            default: RatioCase(&draw).write(to: &json)
            }
        }
        return json.bytes
    }
}
