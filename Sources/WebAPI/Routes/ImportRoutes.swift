import Accounts
import Bookkeeping
import HTTPServer
import Interchange
import JSON
import LedgerCore

/// Files of other programs: first shown, then carried out, then perhaps taken back.
enum ImportRoutes {
    /// The body is the file, whatever its media type says: what it is, it tells itself. Nothing is written.
    @Sendable static func create(_ call: Call, _ caller: Caller) async throws -> Answer {
        var query = try call.query()
        let options = ImportOptions(&query)
        try query.finish()
        let bytes = call.request.body
        let plan = try await offLoop { () throws(ImportRefusal) in try ImportReading.plan(of: bytes, options) }
        let waiting = call.api.importDesk.keep(
            plan, as: ImportID(call.api.world), of: caller.account.id, at: call.now)
        return .json(ImportPreview(waiting: waiting), .created).created(at: "\(RouteTable.root)/imports/\(waiting.id)")
    }

    /// Those that wait, and those that were carried out, as the ledgers' logs know them.
    @Sendable static func list(_ call: Call, _ caller: Caller) async throws -> Answer {
        var query = try call.query()
        let page = Page(&query)
        try query.finish()
        let waiting = call.api.importDesk.plans(of: caller.account.id, at: call.now).map(ImportRow.init)
        let done = try await call.books.imports(of: caller).map { ImportRow($0.record, in: $0.ledger) }
        let rows = (waiting.filter { row in !done.contains { $0.id == row.id } } + done).sorted { $0.place < $1.place }
        return page.answer(rows, place: \.place) { json, row in json.value(row) }
    }

    @Sendable static func get(_ call: Call, _ caller: Caller) async throws -> Answer {
        try call.refuseQuery()
        return .json(ImportPreview(waiting: try waiting(call, caller)))
    }

    /// All entries, in the order of the file.
    @Sendable static func entries(_ call: Call, _ caller: Caller) async throws -> Answer {
        var query = try call.query()
        let page = Page(&query)
        try query.finish()
        let plan = try waiting(call, caller).plan
        return page.answer(plan.entries.indices, place: { Place(.number(UInt128($0))) }) { json, index in
            json.value(ImportEntryView(plan: plan, index: index))
        }
    }

    /// Each ledger takes all of its part or none; `dryRun` only counts. The same again is nothing new.
    @Sendable static func commit(_ call: Call, _ caller: Caller) async throws -> Answer {
        let waiting = try waiting(call, caller)
        var body = try call.body()
        let isDryRun = body.optionalTruth("dryRun") ?? false
        let targets = try body.importTargets()
        let at = body.recordedAt(now: call.now)
        try body.finish()
        // A large one keeps a processor busy for seconds: not one that answers others.
        let outcomes = try await withTaskExecutorPreference(globalConcurrentExecutor) {
            try await call.books.carryOut(
                waiting.plan, as: waiting.id, targets, after: waiting.progress, by: caller, at: at,
                isDryRun: isDryRun)
        }
        return .object { json in
            json.member("id", "\(waiting.id)")
            json.member("state", isDryRun ? "waiting" : "done")
            json.member("books", each: zip(targets, outcomes)) { json, one in
                json.value(ImportOutcomeView(book: one.0.book, outcome: one.1))
            }
        }
    }

    /// Forgets what waits, and takes back what was carried out.
    @Sendable static func remove(_ call: Call, _ caller: Caller) async throws -> Answer {
        let id = try importID(call)
        var body = try call.body()
        let at = body.recordedAt(now: call.now)
        try body.finish()
        let wasWaiting = call.api.importDesk.forget(id, of: caller.account.id)
        let undone = try await withTaskExecutorPreference(globalConcurrentExecutor) {
            try await call.books.takeBack(id, by: caller, at: at)
        }
        guard undone != nil || wasWaiting else { throw Problem.notFound }
        return .object { json in
            json.member("id", "\(id)")
            json.member("ledgers", each: undone ?? []) { json, one in
                json.value(ImportUndoingView(ledger: one.ledger, undoing: one.undoing))
            }
        }
    }

    private static func waiting(_ call: Call, _ caller: Caller) throws -> ImportDesk.Waiting {
        let id = try importID(call)
        guard let waiting = call.api.importDesk.plan(id, of: caller.account.id, at: call.now) else {
            throw Problem.notFound
        }
        return waiting
    }

    private static func importID(_ call: Call) throws(Problem) -> ImportID {
        guard let id = call.parameters["import"].flatMap(ImportID.init) else { throw Problem.notFound }
        return id
    }
}
