/// A status code with its reason phrase (RFC 9110 §15).
package struct Status: Sendable, Hashable, ExpressibleByIntegerLiteral {
    package let code: UInt16

    package init(integerLiteral code: UInt16) { self.code = code }
    package init(_ code: UInt16) { self.code = code }

    package static let ok: Status = 200
    package static let created: Status = 201
    package static let noContent: Status = 204
    package static let partialContent: Status = 206
    package static let notModified: Status = 304
    package static let badRequest: Status = 400
    package static let unauthorized: Status = 401
    package static let forbidden: Status = 403
    package static let notFound: Status = 404
    package static let methodNotAllowed: Status = 405
    package static let requestTimeout: Status = 408
    package static let conflict: Status = 409
    package static let preconditionFailed: Status = 412
    package static let contentTooLarge: Status = 413
    package static let uriTooLong: Status = 414
    package static let unsupportedMediaType: Status = 415
    package static let rangeNotSatisfiable: Status = 416
    package static let expectationFailed: Status = 417
    package static let misdirectedRequest: Status = 421
    package static let unprocessableContent: Status = 422
    package static let preconditionRequired: Status = 428
    package static let tooManyRequests: Status = 429
    package static let headerFieldsTooLarge: Status = 431
    package static let internalServerError: Status = 500
    package static let notImplemented: Status = 501
    package static let serviceUnavailable: Status = 503
    package static let versionNotSupported: Status = 505
    package static let insufficientStorage: Status = 507

    /// 1xx, 204 and 304 never have a body (RFC 9110 §6.4.1).
    package var hasBody: Bool { code >= 200 && code != 204 && code != 304 }

    package var reason: String { Self.reasons[code] ?? "Status" }

    /// The status line with its line end.
    var line: [UInt8] {
        let index = Int(code)
        return index < Self.lines.count && !Self.lines[index].isEmpty ? Self.lines[index] : Self.line(for: code)
    }

    private static let lines: [[UInt8]] = (0..<600).map { reasons[$0] == nil ? [] : line(for: $0) }

    private static func line(for code: UInt16) -> [UInt8] {
        Array("HTTP/1.1 \(code) \(Status(code).reason)\r\n".utf8)
    }

    private static let reasons: [UInt16: String] = [
        100: "Continue", 200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content",
        301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified", 307: "Temporary Redirect",
        308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 406: "Not Acceptable", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
        411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long",
        415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
        421: "Misdirected Request", 422: "Unprocessable Content", 428: "Precondition Required",
        429: "Too Many Requests", 431: "Request Header Fields Too Large", 500: "Internal Server Error",
        501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
        505: "HTTP Version Not Supported", 507: "Insufficient Storage",
    ]
}
