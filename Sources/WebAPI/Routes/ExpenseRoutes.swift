import Bookkeeping
import HTTPServer
import JSON
import LedgerCore

/// Money paid for others (`SC-FR-EXP-*`, `SC-FR-HIS-*`), occurrences of schedules included.
enum ExpenseRoutes {
    @Sendable static func list(_ call: Call, _ member: Member) async throws -> Answer {
        var query = try call.query()
        let limit = Page.limit(&query)
        let after = Page.cursor(&query) { ExpensePlace(cursor: $0) }
        let filter = ExpenseFilter(&query)
        let order = query.one("sort", "one of \(ExpenseOrder.names)", ExpenseOrder.init(rawValue:)) ?? .newest
        try query.finish()
        let (moment, newest) = await member.moment { view in
            let isPlain = filter == .everything && order == .newest
            return isPlain ? view.newestExpenses(after: after, limit: limit) : nil
        }
        let page =
            newest ?? ExpensePage(moment.state.expenses(matching: filter), in: order, after: after, limit: limit)
        return .object { json in
            json.member("items", each: page.expenses) { json, expense in
                json.value(ExpenseView(expense: expense, moment: moment))
            }
            json.member("next", page.next?.cursor)
        }
    }

    @Sendable static func get(_ call: Call, _ member: Member) async throws -> Answer {
        try call.refuseQuery()
        let address = try call.expense()
        let view = try await member.ledger.read { view throws(Problem) in
            try ExpenseView(address, in: view, member.ledger.currency)
        }
        return .json(view, tag: view.tag)
    }

    /// The server chooses the id.
    @Sendable static func record(_ call: Call, _ member: Member) async throws -> Answer {
        try await put(ExpenseAddress(id: call.api.world.makeID()), call, member)
    }

    /// The client chose it, so that repeating the request is harmless.
    @Sendable static func put(_ call: Call, _ member: Member) async throws -> Answer {
        let address = try call.chosenExpense()
        return try await put(address, call, member, revives: call.asksForRevival())
    }

    /// An occurrence is skipped.
    @Sendable static func delete(_ call: Call, _ member: Member) async throws -> Answer {
        let address = try call.expense()
        var body = try call.body()
        let at = body.recordedAt(now: call.now)
        try body.finish()
        let currency = member.ledger.currency
        return try await member.ledger.record(by: member.device, at: at) { view in
            try call.checkMatch((try? ExpenseView(address, in: view, currency))?.revision)
            guard let occurrence = view.occurrence(at: address) else { return [.deleteExpense(address.id)] }
            // One that is skipped is not there.
            _ = try ExpenseView(address, in: view, currency)
            return [.skipOccurrence(occurrence)]
        } answer: { _, _ in
            .noContent
        }
    }

    /// 201 when it was not there. A whole input under the address of an occurrence changes that one alone.
    static func put(
        _ address: ExpenseAddress, _ call: Call, _ member: Member, revives: Bool = false
    ) async throws -> Answer {
        let draft = try ExpenseDraft(call, member)
        let currency = member.ledger.currency
        return try await member.ledger.record(by: member.device, at: draft.recordedAt) { view in
            try call.checkMatch((try? ExpenseView(address, in: view, currency))?.revision)
            let existing = view.ledger.state.expenses[address.id]?.input
            let input = try draft.input(in: view, device: member.device, replacing: existing)
            if let occurrence = view.occurrence(at: address) {
                try draft.refuseForOccurrence()
                return [.changeOccurrence(occurrence, input)]
            }
            return [.recordExpense(address.id, input, revives: revives)]
        } answer: { view, events in
            let shown = try ExpenseView(address, in: view, currency)
            let isNew = events.contains { if case .expenseCreated = $0.kind { true } else { false } }
            let answer = Answer.json(shown, tag: shown.tag)
            return isNew ? answer.created(at: member.path + "/expenses/\(address)") : answer
        }
    }

    @Sendable static func history(_ call: Call, _ member: Member) async throws -> Answer {
        var query = try call.query()
        let page = Page(&query)
        try query.finish()
        let address = try call.expense()
        let (versions, state) = await member.ledger.read { view in
            let occurrence = view.occurrence(at: address)
            return (occurrence.map(view.ledger.history) ?? view.ledger.history(of: address.id), view.state)
        }
        guard !versions.isEmpty else { throw Problem.notFound }
        let currency = member.ledger.currency
        return page.answer(Array(versions.enumerated()), place: { Place(.number(UInt128($0.offset))) }) { json, item in
            json.value(VersionView(version: item.element, state: state, currency: currency))
        }
    }
}

extension ExpenseView {
    init(_ address: ExpenseAddress, in view: Bookkeeping.LedgerView, _ currency: Currency) throws(Problem) {
        let moment = Moment(view, currency)
        if let expense = moment.state.expenses[address.id] {
            self.init(expense: expense, moment: moment)
            return
        }
        // One that has not come yet.
        guard let id = address.occurrence,
            let occurrence = view.state.schedules[id.schedule]?.occurrence(id.number, of: view.state),
            !occurrence.isSkipped
        else { throw Problem.notFound }
        self.init(expense: occurrence.expense, moment: moment, occurrence: id)
    }
}
