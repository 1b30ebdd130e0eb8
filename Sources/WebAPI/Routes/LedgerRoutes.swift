import Accounts
import Bookkeeping
import FolderFormat
import HTTPServer
import JSON
import LedgerCore
import Logging

/// The ledgers of an account.
enum LedgerRoutes {
    @Sendable static func list(_ call: Call, _ caller: Caller) async throws -> Answer {
        var query = try call.query()
        let page = Page(&query)
        try query.finish()
        let all = try call.books.ledgers(of: caller.account.id).sorted { place($0) < place($1) }
        let (shown, next) = page.slice(all, place: place)
        var overviews: [LedgerOverview] = []
        for facts in shown { overviews.append(try await overview(facts, call, caller)) }
        return .object { json in
            json.member("items", each: overviews) { $0.value($1) }
            json.member("next", next)
        }
    }

    private static func overview(_ facts: LedgerFacts, _ call: Call, _ caller: Caller) async throws -> LedgerOverview {
        call.books.noteClient(of: facts.id)
        do {
            let ledger = try await call.books.ledger(facts.id, for: caller.account.id)
            return await LedgerOverview(Member(caller: caller, ledger: ledger), facts, call.books)
        } catch {
            call.api.log.error(
                "a ledger does not open",
                metadata: ["ledger": "\(facts.id)", "id": "\(call.request.id)", "reason": "\(Problem.reason(error))"])
            return LedgerOverview(unreadable: facts, Problem(error), at: call.now)
        }
    }

    @Sendable static func create(_ call: Call, _ caller: Caller) async throws -> Answer {
        var body = try call.body()
        let name = body.text("name")
        let currency = currency(&body)
        let participants = body.optionalTexts("participants")
        let me = body.optionalText("me")
        let folder = try body.optionalObject("folder", folderChoice)
        let kind: LedgerKind? = body.optionalChoice("kind")
        let timeZone = body.optionalTimeZone(call)
        let version = body.optionalInteger("schemaVersion")
        if let version, !(SchemaVersion.oldest...SchemaVersion.newest).contains(version) {
            body.refuse(
                "schemaVersion", "unsupported-schema-version",
                "This server writes format versions up to \(SchemaVersion.newest).")
        }
        if participants?.isEmpty ?? (me == nil) {
            body.refuse("participants", "missing", "Name the people of the ledger, or at least yourself as “me”.")
        }
        try body.finish()
        let wanted = NewLedger(
            name: name, currency: currency, participants: participants ?? me.map { [$0] } ?? [], me: me, folder: folder,
            schemaVersion: version, kind: kind ?? .group, timeZone: timeZone)
        let ledger = try await call.books.create(wanted, by: caller)
        let member = Member(caller: caller, ledger: ledger)
        return try await answer(call, member).created(at: member.path)
    }

    @Sendable static func get(_ call: Call, _ member: Member) async throws -> Answer {
        try call.refuseQuery()
        return try await answer(call, member)
    }

    /// Its name, where “today” is, and how expenses are split for which nobody says how.
    @Sendable static func change(_ call: Call, _ member: Member) async throws -> Answer {
        var body = try call.body()
        let name = body.optionalText("name")
        let split = try defaultSplit(&body)
        let timeZone = body.optionalTimeZone(call)
        let at = body.recordedAt(now: call.now)
        let settings = LedgerSettings(defaultSplit: split, timeZone: timeZone)
        if name == nil, settings.isEmpty, body.errors.isEmpty {
            body.refuse("name", "missing", "Say the new “name”, a “defaultSplit”, or a “timeZone”.")
        }
        try body.finish()
        let proposals: [Proposal] =
            (name.map { [.renameLedger(name: $0)] } ?? [])
            + (settings.isEmpty ? [] : [.changeSettings(settings)])
        try await member.ledger.record(by: member.device, at: at) { view in
            try call.checkMatch(String(view.revision))
            return proposals
        } answer: { _, _ in
        }
        return try await answer(call, member)
    }

    /// `null` takes a default back.
    private static func defaultSplit(_ body: inout BodyReader) throws(Problem) -> Split? {
        guard body.has("defaultSplit") else { return nil }
        return try body.optionalSplit("defaultSplit", in: .euro) ?? .equal
    }

    /// Also of one that can not be read; its folder then stays, whatever is asked.
    @Sendable static func remove(_ call: Call, _ caller: Caller) async throws -> Answer {
        let id = try SignIn.ledgerID(call)
        var query = try call.query()
        let folder = query.one("folder", "keep or delete") { ["keep", "delete"].contains($0) ? $0 : nil }
        try query.finish()
        var body = try call.body()
        let confirmation = body.optionalText("confirmName")
        try body.finish()
        let ledger: OpenLedger
        do {
            ledger = try await call.books.ledger(id, for: caller)
        } catch Unavailable.damaged where folder != "delete" {
            try await call.books.removeUnreadable(id, confirmation: confirmation, by: caller)
            return .noContent
        }
        try await call.books.remove(
            ledger, folder == "delete" ? .withFolder : .fromServer, confirmation: confirmation, by: caller)
        return .noContent
    }

    /// For everybody, where the ledger's version can say so; else on this server.
    @Sendable static func archive(_ call: Call, _ member: Member) async throws -> Answer {
        try call.refuseInput()
        if try call.books.facts(of: member.ledger.id).schemaVersion < 2 {
            try await call.books.setArchived(true, member.ledger.id)
        } else {
            try await member.ledger.record([.changeSettings(LedgerSettings(isArchived: true))], by: member.device)
        }
        return try await answer(call, member)
    }

    @Sendable static func unarchive(_ call: Call, _ member: Member) async throws -> Answer {
        try call.refuseInput()
        let facts = try call.books.facts(of: member.ledger.id)
        if facts.schemaVersion > 1 {
            try await member.ledger.record([.changeSettings(LedgerSettings(isArchived: false))], by: member.device)
        }
        if facts.archivedAt != nil { try await call.books.setArchived(false, member.ledger.id) }
        return try await answer(call, member)
    }

    static func answer(_ call: Call, _ member: Member) async throws -> Answer {
        .json(await LedgerOverview(member, try call.books.facts(of: member.ledger.id), call.books))
    }

    @Sendable static func folderChoice(_ body: inout BodyReader) -> FolderChoice {
        FolderChoice(connection: body.id("connectionId"), path: body.text("path"))
    }

    private static func currency(_ body: inout BodyReader) -> Currency {
        let code = body.text("currency")
        if let currency = Currency(code: code.uppercased()) { return currency }
        if body.errors.last?.field != "currency" {
            body.refuse("currency", "unknown-currency", "The currency must be an ISO 4217 code such as EUR.")
        }
        return .euro
    }

    private static func place(_ facts: LedgerFacts) -> Place {
        Place(.number(facts.createdAt.ordinal), .text(facts.id.text))
    }
}

extension Member {
    var device: DeviceID { caller.device.id }
    var path: String { RouteTable.root + "/ledgers/" + ledger.id.text }
}
