import Bookkeeping
import LedgerCore

/// What a body says about an expense. What it leaves out is filled in when it is this write's turn.
struct ExpenseDraft: Sendable {
    let title: String
    let amount: Money
    let date: CalendarDay
    let payer: ParticipantID?
    let payers: [Part]?
    let people: [ParticipantID]?
    let split: Split?
    let labels: [LabelID]
    let note: String?
    let recordedAt: Instant

    init(_ call: Call, _ member: Member) throws {
        let currency = member.ledger.currency
        var body = try call.body()
        title = body.text("title")
        amount = body.amount("amount", in: currency)
        date = body.optionalDay("executionDate") ?? call.api.settings.today(call.now)
        payer = body.optionalID("payerId")
        payers = try body.optionalParts("payers", in: currency)
        people = body.optionalIDs("splitParticipantIds")
        split = try body.optionalSplit("split", in: currency)
        labels = body.optionalIDs("labelIds") ?? []
        note = body.optionalText("note")
        recordedAt = body.recordedAt(now: call.now)
        if let payers, payers.isEmpty { body.refuse("payers", "missing", "Say who paid, or leave “payers” out.") }
        if let payer, let payers, !payers.isEmpty, !payers.contains(where: { $0.participant == payer }) {
            body.refuse("payerId", "payer-not-among-payers", "“payerId” is none of “payers”; leave it out.")
        }
        try body.finish()
    }

    func input(in view: LedgerView, device: DeviceID) throws(Problem) -> ExpenseInput {
        guard let payer = payers?.first?.participant ?? payer ?? view.participant(of: device) else {
            throw .refused("payerId", "missing", "Say who paid: this device has not claimed anyone yet.")
        }
        let (split, people) = division(in: view.state)
        let isPlain = split == .equal && payers == nil
        return ExpenseInput(
            title: title, amount: amount, executionDate: date, payer: payer, split: people, labels: labels, note: note,
            terms: isPlain ? nil : ExpenseTerms(split: split, payers: payers ?? []))
    }

    /// A split that names people need not be told who shares. Where nothing is said, it is the ledger's default.
    private func division(in state: LedgerState) -> (Split, [ParticipantID]) {
        if split == nil, people == nil, let usual = state.usualSplit { return (usual, usual.people) }
        let split = split ?? .equal
        if let people { return (split, people) }
        switch split {
        case .equal: return (split, state.presentParticipants)
        // What one person bears more or less than the others says that there are others.
        case .adjustment(let parts) where parts.count < 2: return (split, state.presentParticipants)
        case .shares, .percent, .exact, .adjustment, .items: return (split, split.people)
        }
    }
}
