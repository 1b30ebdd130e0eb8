/// The request methods this server knows (RFC 9110 §9). Anything else is answered 501 before an application sees it.
/// `HEAD` is not among them: it arrives as `get` with `RequestHead.headOnly`, so that it is answered wherever GET is.
package enum Method: String, Sendable, Hashable, CaseIterable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"
    case trace = "TRACE"

    /// The value of an `Allow` field: HEAD goes with GET, OPTIONS with everything (RFC 9110 §10.2.1).
    package static func allowValue(_ methods: some Sequence<Method>) -> String {
        let offered = Set(methods).union([.options])
        return allCases.filter(offered.contains).map { $0 == .get ? "GET, HEAD" : $0.rawValue }.joined(separator: ", ")
    }
}
