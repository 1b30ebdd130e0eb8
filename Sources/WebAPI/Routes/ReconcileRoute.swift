import Bookkeeping
import HTTPServer
import LedgerCore

/// What was expected is real now: what it came to, on which day, and who paid. With an amount of zero it never came.
enum ReconcileRoute {
    @Sendable static func reconcile(_ call: Call, _ member: Member) async throws -> Answer {
        let address = try call.expense()
        let currency = member.ledger.currency
        var body = try call.body()
        let amount = body.amount("amount", in: currency)
        let date = body.optionalDay("date")
        let payer: ParticipantID? = body.optionalID("payerId")
        let at = body.recordedAt(now: call.now)
        try body.finish()
        return try await member.ledger.record(by: member.device, at: at) { view in
            try call.checkMatch((try? ExpenseView(address, in: view, currency))?.revision)
            guard let expense = view.standing.expenses[address.id] else { throw Problem.notFound }
            let input = try expense.input.reconciled(as: amount, on: date ?? view.today, paidBy: payer)
            return [.recordExpense(expense.id, input)]
        } answer: { view, _ in
            let shown = try ExpenseView(address, in: view, currency)
            return .json(shown, tag: shown.tag)
        }
    }
}
