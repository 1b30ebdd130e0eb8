import Glibc
import LedgerCore
import Seeded

/// The daily budget and the month report of a wallet that two people have kept for ten years: 20,000 expenses and 200 things
/// that recur. Beside each, how often the plain sum of all expenses could be made meanwhile. `bench-budget [ROUNDS]`.
@main struct BenchBudget {
    /// The median of whatever is about one month; all months at once are shown beside it.
    static let bar = Duration.milliseconds(20)

    static func main() {
        let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100
        let state = SampleWallet.state
        let today = SampleWallet.lastDay
        let month = CalendarMonth(today)
        let first = CalendarMonth(SampleWallet.firstDay)
        let standing = state.standing(on: today)
        print("\(state.expenses.count) expenses, \(state.schedules.count) schedules that came ", terminator: "")
        print("\(standing.occurrences.count) times in ten years; \(rounds) rounds\n")
        let sum = median(rounds) { Summary(state).total.minorUnits }.middle
        let work: [(name: String, body: () -> Int128)] = [
            ("daily budget", { DailyBudget(of: SampleWallet.people[0], on: today, in: state).pool.minorUnits }),
            ("budgets of a month", { MonthBudgets(month: month, on: today, in: state).items[0].spent.minorUnits }),
            ("report of a month", { total(from: month, to: month, on: today, in: state) }),
            ("report of ten years", { total(from: first, to: month, on: today, in: state) }),
        ]
        print("                       median, ms   slowest, ms   sums of all expenses")
        var isMet = true
        for (name, body) in work {
            let (middle, slowest) = median(rounds, body)
            let ratio = (middle / sum * 10).rounded() / 10
            print(
                padded(name, 26) + padded(middle.tenths(of: .milliseconds(1)), 14)
                    + padded(slowest.tenths(of: .milliseconds(1)), 14) + "\(ratio)")
            isMet = isMet && (middle <= bar || name == "report of ten years")
        }
        print("\n\(isMet ? "within" : "error: over") the bar of \(bar.tenths(of: .milliseconds(1))) ms")
        if !isMet { exit(1) }
    }

    private static func total(
        from: CalendarMonth, to: CalendarMonth, on today: CalendarDay, in state: LedgerState
    ) -> Int128 {
        MonthReport(from: from, to: to, on: today, in: state).months.reduce(0) { $0 + $1.spending.total.minorUnits }
    }

    private static func median(_ rounds: Int, _ work: () -> Int128) -> (middle: Duration, slowest: Duration) {
        var times: [Duration] = []
        for _ in 0..<rounds {
            var found: Int128 = 0
            times.append(ContinuousClock().measure { found = work() })
            if found == 0 {
                print("error: nothing was found")
                exit(1)
            }
        }
        times.sort()
        return (times[rounds / 2], times[rounds - 1])
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}

extension Duration {
    /// So many of the unit, with one decimal.
    func tenths(of unit: Duration) -> String {
        let tenths = Int(self / (unit / 10))
        return "\(tenths / 10).\(tenths % 10)"
    }
}
