import Bookkeeping
import LedgerCore

/// What a body says about an expense, whether it comes once or again and again. What it leaves out is filled in when it is
/// this write's turn.
struct ExpenseFields: Sendable {
    let title: String
    let amount: Money
    let payer: ParticipantID?
    let payers: [Part]?
    let people: [ParticipantID]?
    let split: Split?
    let labels: [LabelID]
    let note: String?
    let category: CategoryID?

    /// - Parameter splitting: reads how it is split.
    init(
        _ body: inout BodyReader, in currency: Currency,
        splitting: (inout BodyReader) throws(Problem) -> Split?
    ) throws(Problem) {
        title = body.text("title")
        amount = body.amount("amount", in: currency)
        payer = body.optionalID("payerId")
        payers = try body.optionalPayers(payer, in: currency)
        people = body.optionalIDs("splitParticipantIds")
        split = try splitting(&body)
        labels = body.optionalIDs("labelIds") ?? []
        note = body.optionalText("note")
        category = body.optionalID("categoryId")
    }

    func input(
        on date: CalendarDay, in view: LedgerView, device: DeviceID, spread: Spread? = nil,
        expectation: Expectation? = nil
    ) throws(Problem) -> ExpenseInput {
        let payer = try view.person(
            payers?.first?.participant ?? payer, else: device, field: "payerId", asking: "Say who paid")
        let (split, people) = view.ledger.state.division(split, among: people, on: date, in: category)
        return ExpenseInput(
            title: title, amount: amount, executionDate: date, payer: payer, split: people, labels: labels, note: note,
            terms: ExpenseTerms(unlessPlain: split, payers: payers ?? []),
            budget: BudgetTerms(category: category, spread: spread, expectation: expectation))
    }
}

struct ExpenseDraft: Sendable {
    let fields: ExpenseFields
    let date: CalendarDay?
    let spread: Spread?
    let isExpected: Bool
    let recordedAt: Instant

    init(_ call: Call, _ member: Member) throws {
        let currency = member.ledger.currency
        var body = try call.body()
        fields = try ExpenseFields(&body, in: currency) { body throws(Problem) in
            try body.optionalSplit("split", in: currency)
        }
        date = body.optionalDay("executionDate")
        spread = try body.optionalSpread("spread")
        isExpected = body.optionalTruth("expected") ?? false
        recordedAt = body.recordedAt(now: call.now)
        try body.finish()
    }

    func refuseForOccurrence() throws(Problem) {
        guard let field = spread != nil ? "spread" : isExpected ? "expected" : nil else { return }
        throw .refused(field, "not-for-occurrence", "What recurs is neither spread nor expected.")
    }

    /// - Parameter existing: what it replaces. What had been expected stays known.
    func input(
        in view: LedgerView, device: DeviceID, replacing existing: ExpenseInput?
    ) throws(Problem) -> ExpenseInput {
        let known = existing?.isExpected ?? true ? nil : existing?.expectation
        return try fields.input(
            on: date ?? view.today, in: view, device: device, spread: spread, expectation: isExpected ? .open : known)
    }
}

extension BodyReader {
    /// Who paid together; `payer`, if given beside them, has to be one of them.
    mutating func optionalPayers(_ payer: ParticipantID?, in currency: Currency) throws(Problem) -> [Part]? {
        let payers = try optionalParts("payers", in: currency)
        if let payers, payers.isEmpty { refuse("payers", "missing", "Say who paid, or leave “payers” out.") }
        if let payer, let payers, !payers.isEmpty, !payers.contains(where: { $0.participant == payer }) {
            refuse("payerId", "payer-not-among-payers", "“payerId” is none of “payers”; leave it out.")
        }
        return payers
    }
}

extension LedgerView {
    /// Whom somebody names; me, if nobody does.
    func person(
        _ named: ParticipantID?, else device: DeviceID, field: String, asking words: String = "Say whose it is"
    ) throws(Problem) -> ParticipantID {
        guard let person = named ?? participant(of: device) else {
            throw .refused(field, "missing", words + ": this device has not claimed anyone yet.")
        }
        return person
    }
}

extension LedgerState {
    /// A split that names people need not be told who shares. Where nothing is said, it is as usual on that day.
    func division(
        _ split: Split?, among people: [ParticipantID]?, on day: CalendarDay, in category: CategoryID?
    ) -> (Split, [ParticipantID]) {
        if split == nil, people == nil, let usual = usualDivision(on: day, in: category) { return usual }
        let split = split ?? .equal
        if let people { return (split, people) }
        switch split {
        case .equal: return (split, presentParticipants)
        // What one person bears more or less than the others says that there are others.
        case .adjustment(let parts) where parts.count < 2: return (split, presentParticipants)
        case .shares, .percent, .exact, .adjustment, .items: return (split, split.people)
        }
    }
}

extension ExpenseTerms {
    /// Nil where one person paid and all share equally.
    convenience init?(unlessPlain split: Split, payers: [Part]) {
        if split == .equal, payers.isEmpty { return nil }
        self.init(split: split, payers: payers)
    }
}
