import Bookkeeping
import HTTPServer
import JSON
import LedgerCore

/// What people say about an expense (schema version 2).
enum CommentRoutes {
    /// In the order in which it was said.
    @Sendable static func list(_ call: Call, _ member: Member) async throws -> Answer {
        var query = try call.query()
        let page = Page(&query)
        try query.finish()
        let id = try call.expense().id
        let comments = try await member.ledger.read { view throws(Problem) in
            guard view.standing.expenses[id] != nil else { throw Problem.notFound }
            return view.state.comments(on: id)
        }
        let place = { (comment: Comment) in
            Place(.number(comment.created.at.ordinal), .number(comment.created.event.bits))
        }
        return page.answer(comments, place: place) { json, comment in json.value(CommentView(comment: comment)) }
    }

    /// The server chooses the id.
    @Sendable static func add(_ call: Call, _ member: Member) async throws -> Answer {
        try await record(call.api.world.makeID(), call, member)
    }

    /// The client chose the id, so that repeating the request is harmless.
    @Sendable static func put(_ call: Call, _ member: Member) async throws -> Answer {
        try await record(call.chosenID("comment", of: CommentID.self), call, member)
    }

    private static func record(_ id: CommentID, _ call: Call, _ member: Member) async throws -> Answer {
        let address = try call.expense()
        let expense = address.id
        var body = try call.body()
        let text = body.text("text")
        let at = body.recordedAt(now: call.now)
        try body.finish()
        return try await member.ledger.record(by: member.device, at: at) { _ in
            [.addComment(id, expense, text: text)]
        } answer: { view, _ in
            guard let comment = view.state.comments(on: expense).first(where: { $0.id == id }) else {
                throw Problem.notFound
            }
            return .json(CommentView(comment: comment))
                .created(at: member.path + "/expenses/\(address)/comments/\(id)")
        }
    }

    @Sendable static func delete(_ call: Call, _ member: Member) async throws -> Answer {
        let expense = try call.expense().id
        let id = try call.id("comment", of: CommentID.self)
        try call.refuseInput()
        return try await member.ledger.record(by: member.device, at: call.now) { _ in
            [.deleteComment(id, expense)]
        } answer: { _, _ in
            .noContent
        }
    }
}

struct CommentView: JSONWritable {
    let comment: Comment

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", comment.id)
            json.member("text", comment.text)
            json.member("createdAt", comment.created.at)
            json.member("createdBy", orNull: comment.created.by)
        }
    }
}
