/// Everybody who is owed something or owes something, in the order of their ids, and who of them owes whom directly.
struct OpenPositions {
    let people: [ParticipantID]
    let amounts: [Int128]
    /// From those who owe to those who are owed; the largest debt first.
    private let debts: [Link]

    private struct Link: Hashable {
        let debtor: Int
        let creditor: Int
    }

    struct Payment {
        let from: Int
        let to: Int
        let amount: Int128
        /// The one owes the other directly.
        let isDirect: Bool
    }

    init(_ positions: [Balances.Position], _ debts: [Debt]) {
        let open = positions.filter { $0.amount != .zero }.sorted { $0.participant < $1.participant }
        people = open.map(\.participant)
        amounts = open.map(\.amount.minorUnits)
        let places = Dictionary(uniqueKeysWithValues: zip(people, people.indices))
        let largestFirst = debts.sorted { ($1.amount, $0.debtor, $0.creditor) < ($0.amount, $1.debtor, $1.creditor) }
        var links: [Link] = []
        for debt in largestFirst {
            guard let debtor = places[debt.debtor], let creditor = places[debt.creditor],
                amounts[debtor] < 0, amounts[creditor] > 0
            else { continue }
            links.append(Link(debtor: debtor, creditor: creditor))
        }
        self.debts = links
    }

    /// Settles a group that sums to zero. Each payment ends a position, the last one two.
    ///
    /// First those pay who owe each other directly, in the order of these debts; then whoever still owes most pays whoever
    /// is still owed most.
    func payments(within group: [Int]) -> [Payment] {
        var left = Dictionary(uniqueKeysWithValues: group.map { ($0, amounts[$0]) })
        var payments: [Payment] = []
        func pay(_ from: Int, _ to: Int, isDirect: Bool) {
            guard let debt = left[from], let claim = left[to], debt < 0, claim > 0 else { return }
            let amount = min(-debt, claim)
            payments.append(Payment(from: from, to: to, amount: amount, isDirect: isDirect))
            left[from] = debt + amount
            left[to] = claim - amount
        }
        for debt in debts { pay(debt.debtor, debt.creditor, isDirect: true) }
        let largestFirst = group.map { (place: $0, amount: left[$0] ?? 0) }.filter { $0.amount != 0 }
            .sorted { (abs($1.amount), $0.place) < (abs($0.amount), $1.place) }
        var debtors = largestFirst.filter { $0.amount < 0 }.map(\.place)[...]
        var creditors = largestFirst.filter { $0.amount > 0 }.map(\.place)[...]
        while let debtor = debtors.first, let creditor = creditors.first {
            pay(debtor, creditor, isDirect: false)
            if left[debtor] == 0 { debtors.removeFirst() }
            if left[creditor] == 0 { creditors.removeFirst() }
        }
        return payments
    }

    /// Of those in the set (bit `i` stands for place `i`): no two pay each other twice, and the last payment ends two
    /// positions.
    func mostDirectPayments(within set: UInt32) -> Int {
        let inside = debts.count { set >> $0.debtor & 1 == 1 && set >> $0.creditor & 1 == 1 }
        return min(inside, set.nonzeroBitCount - 1)
    }

    /// For more people than can be proved: two whose positions cancel out are a group, the rest is one. Never more
    /// payments than one less than there are people.
    var oppositePairs: [[Int]] {
        var waiting: [Int128: [Int]] = [:]
        var pairs: [[Int]] = []
        for (place, amount) in amounts.enumerated() {
            if let partner = waiting[-amount]?.popLast() {
                pairs.append([partner, place])
            } else {
                waiting[amount, default: []].append(place)
            }
        }
        let rest = waiting.values.flatMap(\.self).sorted()
        return rest.isEmpty ? pairs : pairs + [rest]
    }
}
