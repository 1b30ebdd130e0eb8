import Bookkeeping
import HTTPServer
import LedgerCore

/// One request on its way through a handler.
struct Call: Sendable {
    let request: Request
    let parameters: PathParameters
    let client: ClientView
    /// The moment in which all of it happens.
    let now: Instant
    let api: WebAPI

    var books: Books { api.books }
    var head: RequestHead { request.head }
    var cookie: SessionCookie { api.cookie(of: client) }
    /// Where this server is, for addresses that leave it: `https://money.example/split`.
    var ownAddress: String { client.ownOrigin + api.settings.basePath.text }

    func body() throws(Problem) -> BodyReader { try BodyReader(request) }

    /// For what takes no input: an empty body, or an object without fields.
    func refuseInput() throws(Problem) {
        var body = try BodyReader(request)
        try body.finish()
    }

    func query() throws(Problem) -> QueryReader { try QueryReader(request.query) }

    /// For what takes no parameters.
    func refuseQuery() throws(Problem) {
        var query = try QueryReader(request.query)
        try query.finish()
    }

    /// An id in the path. What is not one can not be there.
    func id<Tag>(_ name: String, of: ID<Tag>.Type = ID<Tag>.self) throws(Problem) -> ID<Tag> {
        guard let id = parameters[name].flatMap({ ID<Tag>(typed: $0) }) else { throw Problem.notFound }
        return id
    }

    /// The id that a client chose for something new.
    func chosenID<Tag>(_ name: String, of: ID<Tag>.Type = ID<Tag>.self) throws(Problem) -> ID<Tag> {
        try .chosen(parameters[name])
    }

    /// `?revive=true`: what somebody deleted is wanted back.
    func asksForRevival() throws(Problem) -> Bool {
        var query = try query()
        let revives = query.one("revive", "true") { $0 == "true" ? true : nil }
        try query.finish()
        return revives ?? false
    }

    /// Refuses a write if the item is not what `If-Match` says, or is what `If-None-Match` says (RFC 9110 §13.1). `nil`:
    /// the item is not there.
    func checkMatch(_ tag: @autoclosure () -> String?) throws(Problem) {
        let wanted = request["If-Match"]
        let unwanted = request["If-None-Match"]
        guard wanted != nil || unwanted != nil else { return }
        let tag = tag()
        if let wanted, !(tag.map { EntityTag.list(wanted, names: $0, weakly: false, anySurroundings: true) } ?? false) {
            throw .changedMeanwhile
        }
        if let unwanted, let tag, EntityTag.list(unwanted, names: tag, weakly: true) { throw .alreadyThere }
    }
}

extension ID {
    /// The id that a client chose for something new.
    static func chosen(_ text: String?) throws(Problem) -> ID {
        guard let id = text.flatMap(ID.init(typed:)), id != .none else {
            let example = "6f3c1f0a-52a4-4b62-9d53-1b7d3f1f2a11"
            throw .refused("id", "not-an-id", "The id that you choose must be one such as \(example).")
        }
        return id
    }
}
