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
        let snapshot = try await Snapshot(call, member)
        let tag = snapshot.tag
        // Known by its tag, it need not be written at all.
        if let known = call.request["If-None-Match"], EntityTag.list(known, names: tag, weakly: true) {
            return Answer(.ok, .json([]), tag: tag)
        }
        let bytes = await snapshot.isLarge(manyEntries) ? offLoop { snapshot.json } : snapshot.json
        return Answer(.ok, .json(bytes), tag: tag)
    }

    /// The same, for a file.
    static func bytes(_ call: Call, _ member: Member) async throws -> [UInt8] {
        let snapshot = try await Snapshot(call, member)
        return await offLoop { snapshot.json }
    }

    /// 409 for a revision that the ledger never had: its copy was made before a restore, and a new snapshot is needed.
    @Sendable static func changes(_ call: Call, _ member: Member) async throws -> Answer {
        var query = try call.query()
        let since = query.required("since", "a revision seen before, 0 or more") { text in
            Int(text).flatMap { $0 < 0 ? nil : $0 }
        }
        let day = query.optionalDay("day")
        try query.finish()
        let snapshot = try await Snapshot(call, member, changedSince: since ?? 0, on: day)
        guard let changed = snapshot.changed else {
            throw Problem(409, "unknown-revision", "The ledger never had this revision. Take a new snapshot.")
        }
        return .object { json in
            json.member("since", since ?? 0)
            snapshot.write(changed, to: &json)
        }
    }
}

/// A ledger as it stood in one moment, to be written at leisure.
private struct Snapshot: JSONWritable, Sendable {
    let overview: LedgerOverview
    let moment: Moment
    let balances: Balances
    let plan: SettleUpPlan
    let changed: CopyChanges?

    init(_ call: Call, _ member: Member, changedSince since: Int? = nil, on day: CalendarDay? = nil) async throws {
        let facts = try call.books.facts(of: member.ledger.id)
        let sync = await call.books.syncStatus(of: member.ledger.id)
        let device = member.device
        self = await member.ledger.read { view in
            let changed = since.flatMap { CopyChanges(view, since: $0, on: day) }
            return Snapshot(view, LedgerOverview(view, facts, sync, device: device), changed)
        }
    }

    private init(_ view: Bookkeeping.LedgerView, _ overview: LedgerOverview, _ changed: CopyChanges?) {
        self.overview = overview
        self.changed = changed
        moment = Moment(view, overview.facts.currency)
        balances = view.balances
        plan = view.settleUpPlan
    }

    /// Names the entries by the revision and the day, and everything else by its own bytes.
    var tag: String { "\(overview.revision)-\(moment.today)-" + EntityTag.digest(overview.json) }

    func isLarge(_ many: Int) -> Bool {
        moment.state.expenses.count + moment.state.settlements.count > many
    }

    func write(to json: inout JSONWriter) {
        let currency = moment.currency
        json.object { json in
            json.member("revision", overview.revision)
            json.member("day", moment.today)
            json.member("ledger", overview)
            json.member("expenses", each: moment.state.expenses) { json, expense in json.value(view(expense)) }
            json.member("settlements", each: moment.state.settlements) { json, item in json.value(view(item)) }
            json.member("balances", BalancesView(balances: balances, me: overview.me, currency: currency))
            json.member("settleUp", SettleUpView(plan: plan, currency: currency))
            json.member("summary", SummaryView(summary: Summary(moment.state), currency: currency))
            PlansView(moment: moment).writeMembers(to: &json)
        }
    }

    func write(_ changed: CopyChanges, to json: inout JSONWriter) {
        let state = moment.state
        let expenses = changed.expenses.map { (address: $0, now: state.expenses[$0.id]) }
        let settlements = changed.settlements.map { (id: $0, now: state.settlements[$0]) }
        json.member("revision", overview.revision)
        json.member("day", moment.today)
        json.member("ledger", overview)
        json.member("expenses", each: expenses.compactMap(\.now)) { json, expense in json.value(view(expense)) }
        json.member("settlements", each: settlements.compactMap(\.now)) { json, item in json.value(view(item)) }
        json.member("deletedExpenseIds", each: expenses.filter { $0.now == nil }) { json, gone in
            json.value(gone.address.description)
        }
        json.member("deletedSettlementIds", settlements.filter { $0.now == nil }.map(\.id))
        if changed.plans { PlansView(moment: moment).writeMembers(to: &json) }
    }

    private func view(_ expense: Expense) -> ExpenseView { ExpenseView(expense: expense, moment: moment) }

    private func view(_ settlement: Settlement) -> SettlementView {
        SettlementView(settlement: settlement, moment: moment)
    }
}
