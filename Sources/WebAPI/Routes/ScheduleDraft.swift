import Bookkeeping
import JSON
import LedgerCore

/// What a body says about an expense that comes again and again.
struct ScheduleDraft: Sendable {
    private let fields: ExpenseFields
    private let recurrence: Recurrence
    private let wantsRatio: Bool
    let recordedAt: Instant

    /// - Parameter start: when it starts, if the body does not say so.
    init(_ call: Call, _ member: Member, from start: CalendarDay? = nil) throws {
        let currency = member.ledger.currency
        var body = try call.body()
        let wantsRatio = body.asksForRatio
        fields = try ExpenseFields(&body, in: currency) { body throws(Problem) in
            wantsRatio ? nil : try body.optionalSplit("split", in: currency)
        }
        recurrence = try body.recurrence(from: start)
        self.wantsRatio = wantsRatio
        recordedAt = body.recordedAt(now: call.now)
        try body.finish()
    }

    /// - Parameter first: before which it does not start.
    func input(
        in view: LedgerView, device: DeviceID, notBefore first: CalendarDay = .earliest
    ) throws(Problem) -> ScheduleInput {
        var recurrence = recurrence
        recurrence.start = max(recurrence.start, first)
        let state = view.state
        let expense = try fields.input(on: recurrence.start, in: view, device: device)
        guard wantsRatio || isByRatioUnlessSaid(in: state) else {
            return ScheduleInput(expense: expense, recurrence: recurrence, isByRatio: false)
        }
        var shared = expense
        shared.split = fields.people ?? state.presentParticipants
        shared.terms = ExpenseTerms(unlessPlain: .equal, payers: fields.payers ?? [])
        return ScheduleInput(expense: shared, recurrence: recurrence, isByRatio: true)
    }

    /// What is shared follows the burden ratio, unless the ledger only knows a default split.
    private func isByRatioUnlessSaid(in state: LedgerState) -> Bool {
        let isSaid = fields.split != nil || fields.people != nil || fields.payers != nil
        let owner = fields.category.flatMap { state.budget.categories[$0]?.input.owner }
        return !isSaid && owner == nil && (state.usualSplit == nil || !state.budget.ratios.isEmpty)
    }
}

extension BodyReader {
    /// `"split":{"mode":"ratio"}`
    fileprivate var asksForRatio: Bool {
        mutating get {
            guard let split = value("split")?.members, split.count == 1 else { return false }
            return split[0].name == "mode" && split[0].value.string == "ratio"
        }
    }
}
