import HTTPServer
import JSON

/// What went wrong, as a client is told (RFC 9457). This and `Problem+Errors.swift` are the only place where errors
/// become HTTP.
package struct Problem: Error, Sendable, Equatable {
    var status: Status
    /// Stable, kebab-case: what programs look at.
    var code: String
    /// One sentence for a person.
    var detail: String
    /// What is wrong with the input, field by field.
    var errors: [FieldError] = []
    /// Seconds after which trying again makes sense.
    var retryAfter: Int?
    /// The methods that would have been right, for 405.
    var allow: String?

    struct FieldError: Sendable, Equatable {
        var field: String
        var code: String
        var message: String
    }

    init(_ status: Status, _ code: String, _ detail: String) {
        self.status = status
        self.code = code
        self.detail = detail
    }

    /// Input that was understood and is refused: 422, every reason at once.
    static func refused(_ errors: [FieldError]) -> Problem {
        guard let first = errors.first else { return Problem(422, "refused", "The input is refused.") }
        var problem = Problem(422, errors.count == 1 ? first.code : "invalid-input", first.message)
        if errors.count > 1 { problem.detail = errors.map(\.message).joined(separator: " ") }
        problem.errors = errors
        return problem
    }

    static func refused(_ field: String, _ code: String, _ message: String) -> Problem {
        refused([FieldError(field: field, code: code, message: message)])
    }

    static let notFound = Problem(404, "not-found", "There is nothing here, or it is not yours.")
    static let changedMeanwhile = Problem(
        412, "changed-meanwhile", "Somebody changed this meanwhile. Look at it again, then repeat the change.")

    static let alreadyThere = Problem(
        412, "already-there", "This is there already, and the request was only for the case that it is not.")

    static let needsUpgrade = Problem(
        409, "needs-upgrade",
        "This ledger's format knows no budgets yet. Upgrade it to version 2 first (POST …/upgrade).")

    static func methodNotAllowed(_ allow: String) -> Problem {
        var problem = Problem(405, "method-not-allowed", "This can not be done here; possible are \(allow).")
        problem.allow = allow
        return problem
    }

    /// `amount-not-positive` → `Amount not positive`.
    var title: String {
        let words = code.split(separator: "-").joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    func response(id: RequestID) -> Response {
        var json = JSONWriter()
        json.object { json in
            json.member("type", "urn:splitclone:problem:" + code)
            json.member("title", title)
            json.member("status", status.code)
            json.member("detail", detail)
            json.member("code", code)
            if !errors.isEmpty {
                json.member("errors", each: errors) { json, error in
                    json.object { json in
                        json.member("field", error.field)
                        json.member("code", error.code)
                        json.member("message", error.message)
                    }
                }
            }
            json.member("requestId", id.description)
        }
        var response = Response(status, contentType: "application/problem+json", json.bytes)
        // The sentences are English; an app that speaks another language has its own for them (RFC 9110 §8.5).
        response.fields.append("Content-Language", "en")
        if let retryAfter { response.fields.append("Retry-After", String(retryAfter)) }
        if let allow { response.fields.append("Allow", allow) }
        if status == .unauthorized { response.fields.append("WWW-Authenticate", "Bearer") }
        return response
    }
}
