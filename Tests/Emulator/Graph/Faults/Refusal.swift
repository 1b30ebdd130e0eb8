internal import JSON

/// An answer of Graph that is an error (section 5.2 of the facts).
struct Refusal: Error, Sendable {
    var status: Int
    var code: String
    var inner: String?
    var message: String
    var fields: [(name: String, value: String)] = []

    init(_ status: Int, _ code: String, inner: String? = nil, _ message: String) {
        self.status = status
        self.code = code
        self.inner = inner
        self.message = message
    }

    static func invalid(_ message: String, inner: String? = nil) -> Refusal {
        Refusal(400, "invalidRequest", inner: inner, message)
    }

    static var notFound: Refusal { Refusal(404, "itemNotFound", "The resource could not be found.") }
    static var denied: Refusal { Refusal(403, "accessDenied", "Access denied.") }
    static var exists: Refusal {
        Refusal(409, "nameAlreadyExists", "An item with the same name already exists under the parent.")
    }
    static var preconditionFailed: Refusal {
        Refusal(412, "resourceModified", inner: "entityTagDoesNotMatch", "ETag does not match current item's value.")
    }

    static var unauthenticated: Refusal {
        var refusal = Refusal(401, "InvalidAuthenticationToken", "Access token has expired or is not yet valid.")
        refusal.fields = [
            ("WWW-Authenticate", #"Bearer realm="", authorization_uri="", error="invalid_token""#)
        ]
        return refusal
    }

    /// The code that usually goes with a status, for faults that name the status alone.
    static func code(_ status: Int) -> String {
        let codes = [
            400: "invalidRequest", 401: "InvalidAuthenticationToken", 403: "accessDenied", 404: "itemNotFound",
            405: "notSupported", 409: "nameAlreadyExists", 410: "resyncRequired", 412: "resourceModified",
            423: "notAllowed", 429: "activityLimitReached", 500: "generalException", 501: "notSupported",
            502: "UnknownError", 503: "serviceNotAvailable", 504: "GatewayTimeout", 507: "quotaLimitReached",
            509: "bandwidthLimitExceeded",
        ]
        return codes[status] ?? "generalException"
    }

    static func inner(_ status: Int) -> String? {
        switch status {
        case 412: "entityTagDoesNotMatch"
        case 423: "resourceLocked"
        case 429: "throttledRequest"
        default: nil
        }
    }
}

extension Refusal {
    func answer(_ form: Effect.ErrorForm, date: String, requestID: String, clientRequestID: String?) -> Answer {
        var answer: Answer
        switch form {
        case .html:
            answer = .html(status, "<html><head><title>\(status)</title></head><body>\(code)</body></html>")
        case .empty: answer = Answer(status, [("Content-Type", "application/json")])
        case .json, .lowerCaseInner, .nestedInner:
            let name = form == .lowerCaseInner ? "innererror" : "innerError"
            var members: [JSONMember] = []
            if let inner {
                let code = JSONMember("code", .string(inner))
                let isNested = form == .nestedInner
                members.append(isNested ? JSONMember(name, .object([code])) : code)
            }
            members += [
                JSONMember("date", .string(date)), JSONMember("request-id", .string(requestID)),
                JSONMember("client-request-id", .string(clientRequestID ?? requestID)),
            ]
            let error = JSONValue.object([
                JSONMember("code", .string(code)), JSONMember("message", .string(message)),
                JSONMember(name, .object(members)),
            ])
            answer = .json(status, .object([JSONMember("error", error)]))
        }
        answer.fields += fields
        return answer
    }
}
