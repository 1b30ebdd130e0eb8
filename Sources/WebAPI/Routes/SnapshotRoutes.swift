import Bookkeeping
import HTTPServer
import JSON
import LedgerCore

/// Everything in one answer, and what changed since: for clients that keep a copy to work offline.
enum SnapshotRoutes {
    /// From so many entries on, an event loop does not wait while they are written.
    private static let manyEntries = 2000

    @Sendable static func snapshot(_ call: Call, _ member: Member) async throws -> Answer {
        try call.refuseQuery()
        let moment = try await Moment(call, member)
        let tag = moment.tag
        // Known by its tag, it need not be written at all.
        if let known = call.request["If-None-Match"], EntityTag.list(known, names: tag, weakly: true) {
            return Answer(.ok, .json([]), tag: tag)
        }
        let bytes = await moment.isLarge(manyEntries) ? offLoop { moment.snapshot } : moment.snapshot
        return Answer(.ok, .json(bytes), tag: tag)
    }

    /// 409 for a revision that the ledger never had: its copy was made before a restore, and a new snapshot is needed.
    @Sendable static func changes(_ call: Call, _ member: Member) async throws -> Answer {
        var query = try call.query()
        let since = query.required("since", "a revision seen before, 0 or more") { text in
            Int(text).flatMap { $0 < 0 ? nil : $0 }
        }
        try query.finish()
        let moment = try await Moment(call, member, changedSince: since ?? 0)
        guard let changed = moment.changed else {
            throw Problem(409, "unknown-revision", "The ledger never had this revision. Take a new snapshot.")
        }
        return .object { json in
            json.member("since", since ?? 0)
            moment.write(changed, to: &json)
        }
    }
}

/// A ledger as it stood in one moment, to be written at leisure.
private struct Moment: Sendable {
    let overview: LedgerOverview
    let state: LedgerState
    let balances: Balances
    let plan: SettleUpPlan
    let openShares: OpenShares
    let changed: Changed?

    /// Entries that are to be looked at again; those that are gone are not in the state.
    struct Changed: Sendable {
        var expenses: [ExpenseID]
        var settlements: [SettlementID]
    }

    init(_ call: Call, _ member: Member, changedSince since: Int? = nil) async throws {
        let facts = try call.books.facts(of: member.ledger.id)
        let sync = await call.books.syncStatus(of: member.ledger.id)
        let device = member.device
        self = await member.ledger.read { view in
            Moment(view, LedgerOverview(view, facts, sync, device: device), since)
        }
    }

    private init(_ view: Bookkeeping.LedgerView, _ overview: LedgerOverview, _ since: Int?) {
        self.overview = overview
        state = view.state
        balances = view.balances
        plan = view.settleUpPlan
        openShares = view.openShares
        changed = since.flatMap { Changed(view.ledger, since: $0) }
    }

    private var currency: Currency { overview.facts.currency }

    /// Names the entries by the revision, and everything else by its own bytes.
    var tag: String { "\(overview.revision)-" + EntityTag.digest(overview.json) }

    func isLarge(_ many: Int) -> Bool {
        state.expenses.count + state.settlements.count > many
    }

    var snapshot: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("revision", overview.revision)
            json.member("ledger", overview)
            json.member("expenses", each: state.expenses) { json, expense in json.value(view(expense)) }
            json.member("settlements", each: state.settlements) { json, settlement in json.value(view(settlement)) }
            json.member("balances", BalancesView(balances: balances, me: overview.me, currency: currency))
            json.member("settleUp", SettleUpView(plan: plan, currency: currency))
            json.member("summary", SummaryView(summary: Summary(state), currency: currency))
        }
        return json.bytes
    }

    func write(_ changed: Changed, to json: inout JSONWriter) {
        let expenses = changed.expenses.map { (id: $0, now: state.expenses[$0]) }
        let settlements = changed.settlements.map { (id: $0, now: state.settlements[$0]) }
        json.member("revision", overview.revision)
        json.member("ledger", overview)
        json.member("expenses", each: expenses.compactMap(\.now)) { json, expense in json.value(view(expense)) }
        json.member("settlements", each: settlements.compactMap(\.now)) { json, item in json.value(view(item)) }
        json.member("deletedExpenseIds", expenses.filter { $0.now == nil }.map(\.id))
        json.member("deletedSettlementIds", settlements.filter { $0.now == nil }.map(\.id))
    }

    private func view(_ expense: Expense) -> ExpenseView {
        ExpenseView(expense: expense, state: state, openShares: openShares, currency: currency)
    }

    private func view(_ settlement: Settlement) -> SettlementView {
        SettlementView(settlement: settlement, currency: currency)
    }
}

extension Moment.Changed {
    /// `nil` for a revision that the ledger never had.
    init?(_ ledger: Ledger, since revision: Int) {
        guard let changes = ledger.changes(since: revision) else { return nil }
        expenses = changes.expenses
        settlements = changes.settlements
        // A label that went or came back shows on every expense that carries it.
        let labels = Set(ledger.events[revision...].compactMap(\.kind.labelThatCameOrWent))
        if !labels.isEmpty {
            let carrying = ledger.state.expenses.filter { !labels.isDisjoint(with: $0.input.labels) }.map(\.id)
            expenses = Set(expenses).union(carrying).sorted()
        }
    }
}

extension Event.Kind {
    fileprivate var labelThatCameOrWent: LabelID? {
        switch self {
        case .labelCreated(let id, _), .labelDeleted(let id): id
        default: nil
        }
    }
}
