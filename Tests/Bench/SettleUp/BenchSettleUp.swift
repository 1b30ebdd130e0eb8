import Glibc
import LedgerCore

/// The exact settle-up plan for twenty people beside the greedy one, which always lets whoever owes most pay whoever is owed
/// most: how long each takes, and how often greedy needs more payments. `bench-settle-up [ROUNDS]`.
@main struct BenchSettleUp {
    static let people = Limits.provenSettleUpPeople
    /// The exact plan's median for each kind of ledger.
    static let bar = Duration.milliseconds(50)

    static func main() {
        let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100
        print("\(people) people, \(rounds) ledgers of each kind; medians and the slowest\n")
        print("positions               exact, ms       greedy, µs      ratio   greedy needs more")
        let isMet = Kind.all.map { measure($0, rounds) }.allSatisfy(\.self)
        print(
            isMet
                ? "\nwithin the bar of \(bar.tenths(of: .milliseconds(1))) ms"
                : "\nerror: over the bar of \(bar.tenths(of: .milliseconds(1))) ms")
        if !isMet { exit(1) }
    }

    private static func measure(_ kind: Kind, _ rounds: Int) -> Bool {
        var numbers = Numbers(state: 20)
        var exact: [Duration] = []
        var greedy: [Duration] = []
        var more = 0
        var worst = 0
        for _ in 0..<rounds {
            let (positions, debts) = kind.sample(people, &numbers)
            var fewest = 0
            var taken = 0
            exact.append(clock.measure { fewest = SettleUpPlan(positions, debts: debts).payments.count })
            greedy.append(clock.measure { taken = Greedy.payments(positions.map(\.amount)) })
            more += taken > fewest ? 1 : 0
            worst = max(worst, taken - fewest)
        }
        let (a, b) = (exact.sorted(), greedy.sorted())
        let ratio = Int(a[rounds / 2] / b[rounds / 2])
        print(
            padded(kind.name, 24)
                + padded(
                    a[rounds / 2].tenths(of: .milliseconds(1)) + " / " + a[rounds - 1].tenths(of: .milliseconds(1)), 16)
                + padded(
                    b[rounds / 2].tenths(of: .microseconds(1)) + " / " + b[rounds - 1].tenths(of: .microseconds(1)), 16)
                + padded("\(ratio)×", 8) + "\(100 * more / rounds) % of the time, by up to \(worst)")
        return a[rounds / 2] <= bar
    }

    private static let clock = ContinuousClock()

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}

/// How positions come about.
private struct Kind {
    let name: String
    let sample: (Int, inout Numbers) -> ([Balances.Position], [Debt])

    static var all: [Kind] {
        [
            Kind(name: "expenses in cents") { fromExpenses($0, rounded: 1, &$1) },
            Kind(name: "expenses in tens") { fromExpenses($0, rounded: 1000, &$1) },
            Kind(name: "−6…6") { small($0, 6, &$1) },
            Kind(name: "−2…2") { small($0, 2, &$1) },
            Kind(name: "fifteen 1, five −3") { count, _ in
                positions((0..<count).map { $0 % 4 == 0 ? -3 : 1 })
            },
        ]
    }

    /// Sixty expenses, each shared by some.
    private static func fromExpenses(
        _ count: Int, rounded unit: Int, _ numbers: inout Numbers
    ) -> ([Balances.Position], [Debt]) {
        var owed = [Int](repeating: 0, count: count * count)
        for _ in 0..<60 {
            let payer = Int.random(in: 0..<count, using: &numbers)
            for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                let debtor = Int.random(in: 0..<count, using: &numbers)
                let share = Int.random(in: 1...(50000 / unit), using: &numbers) * unit
                owed[debtor * count + payer] += share
                owed[payer * count + debtor] -= share
            }
        }
        let people = (0..<count).map { ParticipantID(bits: UInt128($0 + 1)) }
        let debts = owed.indices.filter { owed[$0] > 0 }.map { place in
            Debt(
                debtor: people[place / count], creditor: people[place % count],
                amount: Money(minorUnits: Int128(owed[place])))
        }
        return (positions((0..<count).map { -owed[$0 * count..<($0 + 1) * count].reduce(0, +) }).0, debts)
    }

    private static func small(
        _ count: Int, _ most: Int, _ numbers: inout Numbers
    ) -> ([Balances.Position], [Debt]) {
        var amounts: [Int] = []
        repeat {
            amounts = (1..<count).map { _ in
                Int.random(in: 1...most, using: &numbers) * (Bool.random(using: &numbers) ? 1 : -1)
            }
        } while !(1...most).contains(abs(amounts.reduce(0, +)))
        return positions(amounts + [-amounts.reduce(0, +)])
    }

    private static func positions(_ amounts: [Int]) -> ([Balances.Position], [Debt]) {
        let positions = amounts.enumerated().map {
            Balances.Position(participant: ParticipantID(bits: UInt128($0 + 1)), amount: Money(minorUnits: Int128($1)))
        }
        return (positions, [])
    }
}

/// The peer: what most programs do.
private enum Greedy {
    static func payments(_ amounts: [Money]) -> Int {
        var open = amounts.map(\.minorUnits)
        var count = 0
        while let debtor = open.indices.min(by: { open[$0] < open[$1] }), open[debtor] < 0,
            let creditor = open.indices.max(by: { open[$0] < open[$1] })
        {
            let amount = min(-open[debtor], open[creditor])
            open[debtor] += amount
            open[creditor] -= amount
            count += 1
        }
        return count
    }
}

/// SplitMix64: the same ledgers in every run.
private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}

extension Duration {
    /// So many of the unit, with one decimal.
    func tenths(of unit: Duration) -> String {
        let tenths = Int(self / (unit / 10))
        return "\(tenths / 10).\(tenths % 10)"
    }
}
