import HTTPServer
import JSON

/// What a handler answers; `Response` adds what every answer of the API carries.
struct Answer: Sendable {
    enum Body: Sendable {
        case none
        case json([UInt8])
        case other(contentType: String, [UInt8])
        case events(EventStream)
    }

    var status: Status
    var body: Body
    /// The entity tag without quotes. A GET without one gets a digest of its body.
    var tag: String?
    var fields = HeaderFields()
    /// Where what was made is, from the top of this server.
    var location: String?
    /// Secrets are kept by nobody on the way; everything else may be kept if it is asked about each time.
    var isSecret = false

    init(_ status: Status, _ body: Body = .none, tag: String? = nil) {
        self.status = status
        self.body = body
        self.tag = tag
    }

    static let noContent = Answer(.noContent)

    /// A JSON object, written by `members`.
    static func object(
        _ status: Status = .ok, tag: String? = nil, _ members: (inout JSONWriter) throws -> Void
    ) rethrows -> Answer {
        var json = JSONWriter()
        try json.object { json in try members(&json) }
        return Answer(status, .json(json.bytes), tag: tag)
    }

    static func json(_ value: some JSONWritable, _ status: Status = .ok, tag: String? = nil) -> Answer {
        Answer(status, .json(value.json), tag: tag)
    }

    /// For what was made just now: 201, and where it is.
    func created(at location: String) -> Answer {
        var answer = self
        answer.status = .created
        answer.location = location
        return answer
    }

    var secret: Answer {
        var answer = self
        answer.isSecret = true
        return answer
    }
}
