import JSON
import LedgerCore
import Testing

struct SettleUpTests {
    @Test("the plan settles everything, and no other way takes fewer payments", arguments: UInt64(1)...60)
    func bruteForce(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        var amounts = (0..<Int.random(in: 1...8, using: &numbers)).map { _ in Int.random(in: -6...6, using: &numbers) }
        amounts.append(-amounts.reduce(0, +))
        let plan = SettleUpPlan(positions(amounts))
        #expect(plan.isMinimal)
        #expect(plan.payments.count == fewestPayments(amounts))
        expectSettled(amounts, plan)
    }

    @Test("after any payment of a plan the rest of it is still the smallest", arguments: UInt64(1)...20)
    func staysMinimal(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        var amounts = (0..<9).map { _ in Int.random(in: -9...9, using: &numbers) }
        amounts.append(-amounts.reduce(0, +))
        let plan = SettleUpPlan(positions(amounts))
        for payment in plan.payments {
            var after = amounts
            after[Int(payment.from.bits) - 1] += Int(payment.amount.minorUnits)
            after[Int(payment.to.bits) - 1] -= Int(payment.amount.minorUnits)
            #expect(SettleUpPlan(positions(after)).payments.count == plan.payments.count - 1)
        }
    }

    @Test("the groups are the proof: each sums to zero, and nobody with an open position is left out")
    func groups() {
        let amounts = [-5, 5, -7, 3, 4, 100, -60, -40, 0]
        let plan = SettleUpPlan(positions(amounts))
        #expect(plan.groups.count == 3)
        #expect(plan.payments.count == 8 - 3)
        for group in plan.groups {
            #expect(group.reduce(0) { $0 + amounts[Int($1.bits) - 1] } == 0)
        }
        #expect(plan.groups.joined().sorted() == (1...8).map { ParticipantID($0) })
    }

    @Test("the same positions in any order give the same plan")
    func deterministic() {
        var numbers = SeededNumbers(seed: 3)
        let listed = positions([-5, 8, 8, -8, -400, -3, 400, 7, -7])
        let plan = SettleUpPlan(listed)
        for _ in 0..<10 { #expect(SettleUpPlan(listed.shuffled(using: &numbers)) == plan) }
    }

    @Test("twenty people are proved; with more the plan says that it is not")
    func manyPeople() {
        let twenty = (1...10).flatMap { [$0 * $0 + 1000, -$0 * $0 - 1000] }
        let proved = SettleUpPlan(positions(twenty))
        #expect(proved.isMinimal)
        #expect(proved.payments.count == 10)
        let more = twenty + [17, 5, -22]
        let greedy = SettleUpPlan(positions(more))
        #expect(!greedy.isMinimal)
        expectSettled(more, greedy)
        #expect(greedy.payments.count == 12)
    }

    @Test("nothing is open, nothing is to pay")
    func nothing() {
        let plan = SettleUpPlan(positions([0, 0]))
        #expect(plan.payments.isEmpty && plan.groups.isEmpty && plan.isMinimal)
    }

    @Test("the plan is as small as the shared vectors say")
    func vectors() throws {
        let cases = try #require(try Vectors.json("budget/settle-up.json").array)
        #expect(cases.count == 43)
        for item in cases {
            let amounts = try #require(item["positions"]?.array).map { try #require($0.integer) }
            let plan = SettleUpPlan(positions(amounts))
            #expect(plan.payments.count == item["payments"]?.integer)
            expectSettled(amounts, plan)
        }
    }

    private func positions(_ amounts: [Int]) -> [Balances.Position] {
        amounts.enumerated().map {
            .init(participant: ParticipantID($0.offset + 1), amount: Money(minorUnits: Int128($0.element)))
        }
    }

    private func expectSettled(_ amounts: [Int], _ plan: SettleUpPlan) {
        var open = amounts
        for payment in plan.payments {
            #expect(payment.amount > .zero)
            open[Int(payment.from.bits) - 1] += Int(payment.amount.minorUnits)
            open[Int(payment.to.bits) - 1] -= Int(payment.amount.minorUnits)
        }
        #expect(open.allSatisfy { $0 == 0 })
    }

    /// Tries every way to hand the first open position over to somebody on the other side, and so on.
    private func fewestPayments(_ amounts: [Int]) -> Int {
        guard let first = amounts.firstIndex(where: { $0 != 0 }) else { return 0 }
        var fewest = Int.max
        for other in amounts.indices where amounts[other].signum() == -amounts[first].signum() {
            var after = amounts
            after[other] += after[first]
            after[first] = 0
            fewest = min(fewest, 1 + fewestPayments(after))
        }
        return fewest
    }
}
