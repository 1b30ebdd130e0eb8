import Bookkeeping
import HTTPServer
import JSON
import LedgerCore

/// Money paid for others (`SC-FR-EXP-*`, `SC-FR-HIS-*`).
enum ExpenseRoutes {
    @Sendable static func list(_ call: Call, _ member: Member) async throws -> Answer {
        var query = try call.query()
        let limit = Page.limit(&query)
        let after = Page.cursor(&query) { ExpensePlace(cursor: $0) }
        let filter = ExpenseFilter(&query)
        let order = query.one("sort", "one of \(ExpenseOrder.names)", ExpenseOrder.init(rawValue:)) ?? .newest
        try query.finish()
        let currency = member.ledger.currency
        let (state, openShares, newest) = await member.ledger.read { view in
            let isPlain = filter == .everything && order == .newest
            return (view.state, view.openShares, isPlain ? view.newestExpenses(after: after, limit: limit) : nil)
        }
        let page = newest ?? ExpensePage(state.expenses(matching: filter), in: order, after: after, limit: limit)
        return .object { json in
            json.member("items", each: page.expenses) { json, expense in
                json.value(ExpenseView(expense: expense, state: state, openShares: openShares, currency: currency))
            }
            json.member("next", page.next?.cursor)
        }
    }

    @Sendable static func get(_ call: Call, _ member: Member) async throws -> Answer {
        try call.refuseQuery()
        let id = try call.id("expense", of: ExpenseID.self)
        let view = try await member.ledger.read { view throws(Problem) in
            try ExpenseView(id, in: view, member.ledger.currency)
        }
        return .json(view, tag: view.tag)
    }

    /// The server chooses the id.
    @Sendable static func record(_ call: Call, _ member: Member) async throws -> Answer {
        let id: ExpenseID = call.api.world.makeID()
        return try await put(id, call, member, ExpenseDraft(call, member)).0
            .created(at: member.path + "/expenses/\(id)")
    }

    /// The client chose it, so that repeating the request is harmless. 201 when it was not there.
    @Sendable static func put(_ call: Call, _ member: Member) async throws -> Answer {
        let id = try call.chosenID("expense", of: ExpenseID.self)
        let revives = try call.asksForRevival()
        let (answer, isNew) = try await put(id, call, member, ExpenseDraft(call, member), revives: revives)
        return isNew ? answer.created(at: member.path + "/expenses/\(id)") : answer
    }

    @Sendable static func delete(_ call: Call, _ member: Member) async throws -> Answer {
        let id = try call.id("expense", of: ExpenseID.self)
        var body = try call.body()
        let at = body.recordedAt(now: call.now)
        try body.finish()
        let currency = member.ledger.currency
        return try await member.ledger.record(by: member.device, at: at) { view in
            try call.checkMatch((try? ExpenseView(id, in: view, currency))?.revision)
            return [.deleteExpense(id)]
        } answer: { _, _ in
            .noContent
        }
    }

    private static func put(
        _ id: ExpenseID, _ call: Call, _ member: Member, _ draft: ExpenseDraft, revives: Bool = false
    ) async throws -> (Answer, isNew: Bool) {
        let currency = member.ledger.currency
        return try await member.ledger.record(by: member.device, at: draft.recordedAt) { view in
            try call.checkMatch((try? ExpenseView(id, in: view, currency))?.revision)
            return [.recordExpense(id, try draft.input(in: view, device: member.device), revives: revives)]
        } answer: { view, events in
            let shown = try ExpenseView(id, in: view, currency)
            let isNew = events.contains { if case .expenseCreated = $0.kind { true } else { false } }
            return (.json(shown, tag: shown.tag), isNew)
        }
    }

    @Sendable static func history(_ call: Call, _ member: Member) async throws -> Answer {
        var query = try call.query()
        let page = Page(&query)
        try query.finish()
        let id = try call.id("expense", of: ExpenseID.self)
        let versions = await member.ledger.read { $0.ledger.history(of: id) }
        guard !versions.isEmpty else { throw Problem.notFound }
        let currency = member.ledger.currency
        return page.answer(Array(versions.enumerated()), place: { Place(.number(UInt128($0.offset))) }) { json, item in
            json.value(VersionView(version: item.element, currency: currency))
        }
    }
}

extension ExpenseView {
    init(_ id: ExpenseID, in view: Bookkeeping.LedgerView, _ currency: Currency) throws(Problem) {
        guard let expense = view.state.expenses[id] else { throw Problem.notFound }
        self.init(expense: expense, state: view.state, openShares: view.openShares, currency: currency)
    }
}
