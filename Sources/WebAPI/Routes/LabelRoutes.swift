import Bookkeeping
import HTTPServer
import JSON
import LedgerCore

/// The labels of a ledger (`SC-FR-LBL-*`).
enum LabelRoutes {
    @Sendable static func list(_ call: Call, _ member: Member) async throws -> Answer {
        var query = try call.query()
        let page = Page(&query)
        try query.finish()
        let views = await member.ledger.read { LabelView.all(in: $0) }
        return page.answer(views, place: \.place) { json, view in json.value(view) }
    }

    @Sendable static func create(_ call: Call, _ member: Member) async throws -> Answer {
        let (name, at) = try input(call)
        let id: LabelID = call.api.world.makeID()
        return try await record(.createLabel(id, name: name), id, at, member)
            .created(at: member.path + "/labels/\(id)")
    }

    /// The client chose the id, so that repeating the request is harmless. 201 when it was not there.
    @Sendable static func put(_ call: Call, _ member: Member) async throws -> Answer {
        let id = try call.chosenID("label", of: LabelID.self)
        let (name, at) = try input(call)
        let isNew = await member.ledger.read { $0.state.labels[id] == nil }
        let answer = try await record(.createLabel(id, name: name), id, at, member)
        return isNew ? answer.created(at: member.path + "/labels/\(id)") : answer
    }

    @Sendable static func rename(_ call: Call, _ member: Member) async throws -> Answer {
        let id = try call.id("label", of: LabelID.self)
        let (name, at) = try input(call)
        return try await record(.renameLabel(id, name: name), id, at, member)
    }

    @Sendable static func delete(_ call: Call, _ member: Member) async throws -> Answer {
        let id = try call.id("label", of: LabelID.self)
        try call.refuseInput()
        return try await member.ledger.record(by: member.device, at: call.now) { _ in
            [.deleteLabel(id)]
        } answer: { _, _ in
            .noContent
        }
    }

    private static func input(_ call: Call) throws -> (name: String, at: Instant) {
        var body = try call.body()
        let name = body.text("name")
        let at = body.recordedAt(now: call.now)
        try body.finish()
        return (name, at)
    }

    private static func record(
        _ proposal: Proposal, _ id: LabelID, _ at: Instant, _ member: Member
    ) async throws -> Answer {
        try await member.ledger.record(by: member.device, at: at) { _ in
            [proposal]
        } answer: { view, _ in
            guard let shown = LabelView.all(in: view).first(where: { $0.label.id == id }) else {
                throw Problem.notFound
            }
            return .json(shown)
        }
    }
}
