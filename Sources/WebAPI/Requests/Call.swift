import Bookkeeping
import HTTPServer
import LedgerCore

/// One request on its way through a handler.
struct Call: Sendable {
    let request: Request
    let parameters: [String: String]
    let client: ClientView
    /// The moment in which all of it happens.
    let now: Instant
    let api: WebAPI

    var books: Books { api.books }
    var head: RequestHead { request.head }

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

    /// Refuses a write if the item is no longer what `If-Match` says. `nil`: the item is not there.
    func checkMatch(_ tag: @autoclosure () -> String?) throws(Problem) {
        guard let condition = request["If-Match"] else { return }
        guard let tag = tag(), EntityTag.list(condition, names: tag, weakly: false) else {
            throw Problem.changedMeanwhile
        }
    }
}
