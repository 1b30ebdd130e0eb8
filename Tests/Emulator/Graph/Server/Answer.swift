internal import JSON

/// One answer before it is delivered, well or badly.
struct Answer: Sendable {
    var status: Int
    var fields: [(name: String, value: String)]
    var body: [UInt8]

    init(_ status: Int, _ fields: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    static func json(_ status: Int, _ value: JSONValue) -> Answer {
        Answer(status, [("Content-Type", "application/json; charset=utf-8")], body: value.json)
    }

    static func html(_ status: Int, _ text: String) -> Answer {
        Answer(status, [("Content-Type", "text/html; charset=utf-8")], body: Array(text.utf8))
    }

    subscript(name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// 1xx, 204 and 304 have no body (RFC 9110 section 6.4.1).
    var hasBody: Bool { status >= 200 && status != 204 && status != 304 }

    static func reason(_ status: Int) -> String {
        let reasons = [
            100: "Continue", 103: "Early Hints", 200: "OK", 201: "Created", 202: "Accepted", 204: "No Content",
            206: "Partial Content", 302: "Found", 304: "Not Modified", 308: "Permanent Redirect", 400: "Bad Request",
            401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
            407: "Proxy Authentication Required", 409: "Conflict", 410: "Gone", 411: "Length Required",
            412: "Precondition Failed", 413: "Content Too Large", 415: "Unsupported Media Type",
            416: "Range Not Satisfiable", 423: "Locked", 429: "Too Many Requests", 500: "Internal Server Error",
            501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
            507: "Insufficient Storage", 509: "Bandwidth Limit Exceeded",
        ]
        return reasons[status] ?? "Unknown"
    }
}

/// What a request comes to: the answer, and the fault that spoils its delivery.
struct Outcome: Sendable {
    var answer: Answer
    var effect: Effect?
    var latency: Duration = .zero
    var closes = false
}
