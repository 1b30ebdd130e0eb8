import Bookkeeping
import HTTPServer
import JSON
import LedgerCore

/// The buckets of a ledger, and how much each may take in a month.
enum CategoryRoutes {
    @Sendable static func list(_ call: Call, _ member: Member) async throws -> Answer {
        try await member.list(CategoryView.self, call)
    }

    /// The server chooses the id.
    @Sendable static func create(_ call: Call, _ member: Member) async throws -> Answer {
        try await put(call.api.world.makeID(), call, member)
    }

    /// The client chose the id, so that repeating the request is harmless. 201 when it was not there. Whose it is needs
    /// no saying once it is known, and can not be said otherwise.
    @Sendable static func put(_ call: Call, _ member: Member) async throws -> Answer {
        try await put(call.chosenID("category", of: CategoryID.self), call, member)
    }

    private static func put(_ id: CategoryID, _ call: Call, _ member: Member) async throws -> Answer {
        var body = try call.body()
        var input = CategoryInput(
            name: body.text("name"), icon: body.optionalText("icon"), colour: body.optionalChoice("colour"))
        let scope = body.optionalChoice("scope", of: CategoryScope.self)
        input.owner = body.optionalID("participantId")
        if scope == .shared, input.owner != nil {
            body.refuse("participantId", "not-individual", "A shared category is nobody's: leave “participantId” out.")
        }
        let isMine = scope == .individual && input.owner == nil
        let isUnsaid = scope == nil && input.owner == nil
        let at = body.recordedAt(now: call.now)
        try body.finish()
        let (device, wanted) = (member.device, input)
        let isNew = await member.ledger.read { $0.state.budget.categories[id] == nil }
        let answer = try await record(id, at, member) { view in
            var input = wanted
            if isUnsaid { input.owner = view.state.budget.categoryEverKnown(id)?.owner }
            if isMine { input.owner = try view.person(nil, else: device, field: "participantId") }
            return .createCategory(id, input)
        }
        return isNew ? answer.created(at: member.path + "/categories/\(id)") : answer
    }

    /// What is left out stays; whose it is can not change.
    @Sendable static func change(_ call: Call, _ member: Member) async throws -> Answer {
        let id = try call.id("category", of: CategoryID.self)
        var body = try call.body()
        let name = body.optionalText("name")
        let icon: String?? = body.has("icon") ? .some(body.optionalText("icon")) : nil
        let colour: Colour?? = body.has("colour") ? .some(body.optionalChoice("colour")) : nil
        let at = body.recordedAt(now: call.now)
        if name == nil, icon == nil, colour == nil, body.errors.isEmpty {
            body.refuse("name", "missing", "Say the new “name”, “icon” or “colour”.")
        }
        try body.finish()
        return try await record(id, at, member) { view in
            guard var input = view.state.budget.categories[id]?.input else { throw Problem.notFound }
            input.name = name ?? input.name
            input.icon = icon ?? input.icon
            input.colour = colour ?? input.colour
            return .changeCategory(id, input)
        }
    }

    /// Its expenses are in none from then on.
    @Sendable static func delete(_ call: Call, _ member: Member) async throws -> Answer {
        let id = try call.id("category", of: CategoryID.self)
        try call.refuseInput()
        return try await member.ledger.record(by: member.device, at: call.now) { _ in
            [.deleteCategory(id)]
        } answer: { _, _ in
            .noContent
        }
    }

    /// `null`: from then on it has none.
    @Sendable static func setBudget(_ call: Call, _ member: Member) async throws -> Answer {
        let id = try call.id("category", of: CategoryID.self)
        var body = try call.body()
        let from = body.optionalMonth("from")
        let isThere = body.has("amount")
        let amount = body.value("amount") == nil ? nil : body.amount("amount", in: member.ledger.currency)
        if !isThere {
            body.refuse("amount", "missing", "Say the “amount” of a month, or null for no budget.")
        }
        let at = body.recordedAt(now: call.now)
        try body.finish()
        return try await record(id, at, member) { view in
            .setBudget(id, from: from ?? CalendarMonth(view.today), amount)
        }
    }

    private static func record(
        _ id: CategoryID, _ at: Instant, _ member: Member,
        _ propose: @escaping @Sendable (LedgerView) throws -> Proposal
    ) async throws -> Answer {
        let currency = member.ledger.currency
        return try await member.ledger.record(by: member.device, at: at) { view in
            [try propose(view)]
        } answer: { view, _ in
            .json(try CategoryView(id, in: Moment(view, currency)))
        }
    }
}

enum CategoryScope: String, CaseIterable {
    case shared, individual
}
