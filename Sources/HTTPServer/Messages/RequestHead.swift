/// The start line and fields of a request, checked. It holds the bytes as they came and where things stand in them;
/// a `String` is made only when somebody asks.
///
/// It never changes, and goes from hand to hand on a request's way: a class, so that this costs one reference.
package final class RequestHead: Sendable {
    let layout: HeadLayout
    private let firstFields: FirstFieldSpans
    private let moreFields: [FieldSpan]

    init(_ layout: HeadLayout, _ firstFields: FirstFieldSpans, _ moreFields: [FieldSpan]) {
        self.layout = layout
        self.firstFields = firstFields
        self.moreFields = moreFields
    }

    package var method: Method { layout.method }

    /// The same, its path without that many bytes at its beginning.
    func skipping(_ count: Int) -> RequestHead {
        var layout = layout
        layout.path = (layout.path.lowerBound + count)..<layout.path.upperBound
        return RequestHead(layout, firstFields, moreFields)
    }

    /// The request was HEAD: answer as for GET, the server leaves the body out.
    package var headOnly: Bool { layout.headOnly }

    package var version: HTTPVersion { layout.version }

    private var bytes: [UInt8] { layout.bytes }

    /// The request target as sent.
    package var target: String { ascii(layout.target) }

    /// The path as sent, escapes and all, without the query. `*` for `OPTIONS *`.
    package var path: String { ascii(layout.path) }

    /// What follows the first `?`, as sent.
    package var query: String? { layout.query.map(ascii) }

    /// The host asked for, without the port, in lower case; an IPv6 literal keeps its brackets. Absent only in HTTP/1.0.
    package var host: String? { layout.host.map { ascii($0).lowercased() } }

    /// The host asked for with its port, as sent (from an absolute target, else from `Host`).
    package var authority: String? {
        guard let host = layout.host else { return nil }
        var end = host.upperBound
        if end < bytes.count, bytes[end] == UInt8(ascii: ":") {
            end += 1
            while end < bytes.count, ByteClass.isDigit(bytes[end]) { end += 1 }
        }
        return ascii(host.lowerBound..<end)
    }

    /// The body's length, if the request states it.
    package var contentLength: Int? { if case .length(let length) = layout.framing { length } else { nil } }

    package var hasBody: Bool { if case .none = layout.framing { false } else { true } }

    /// The value of a field, whatever its case; several of one name are joined as RFC 9110 §5.3 says (`Cookie` with `;`).
    package subscript(name: String) -> String? {
        var found: String?
        for index in 0..<fieldCount where matches(field(index).name, name) {
            let value = text(field(index).value)
            if let sofar = found {
                found = sofar + (name.utf8.count == 6 && name.lowercased() == "cookie" ? "; " : ", ") + value
            } else {
                found = value
            }
        }
        return found
    }

    /// Each value of a field in the order sent.
    package func all(_ name: String) -> [String] {
        (0..<fieldCount).compactMap { matches(field($0).name, name) ? text(field($0).value) : nil }
    }

    private var fieldCount: Int { firstFields.count + moreFields.count }

    private func field(_ index: Int) -> FieldSpan {
        index < firstFields.count ? firstFields[index] : moreFields[index - firstFields.count]
    }

    private func matches(_ range: Range<UInt32>, _ name: String) -> Bool {
        guard range.count == name.utf8.count else { return false }
        var index = Int(range.lowerBound)
        for byte in name.utf8 {
            guard ByteClass.lowercased(bytes[index]) == ByteClass.lowercased(byte) else { return false }
            index += 1
        }
        return true
    }

    /// A part of the target or a host.
    private func ascii(_ range: Range<Int>) -> String {
        // Safe because the reader lets nothing but visible ASCII into these.
        String(copying: UTF8Span(unchecked: bytes.span.extracting(range), isKnownASCII: true))
    }

    /// The value of a field; bytes that are not UTF-8 are replaced.
    private func text(_ range: Range<UInt32>) -> String {
        let range = Int(range.lowerBound)..<Int(range.upperBound)
        if let text = try? UTF8Span(validating: bytes.span.extracting(range)) { return String(copying: text) }
        return String(decoding: bytes[range], as: UTF8.self)
    }
}

/// What a head says, and where it says it.
struct HeadLayout: Sendable {
    let method: Method
    let headOnly: Bool
    let version: HTTPVersion
    let bytes: [UInt8]
    let target: Range<Int>
    var path: Range<Int>
    let query: Range<Int>?
    let host: Range<Int>?
    let framing: BodyFraming
    let keepsAlive: Bool
    let expectsContinue: Bool
}

package enum HTTPVersion: Sendable { case http10, http11 }

/// How a request's body is delimited (RFC 9112 §6).
enum BodyFraming: Sendable, Hashable {
    case none
    case length(Int)
    case chunked
}

extension RequestHead {
    /// Reads a head from its text, as it would come over the wire.
    package convenience init(parsing text: String, limits: Limits = Limits()) throws(WireProblem) {
        var reader = HeadReader()
        let bytes = Array(text.utf8)
        guard let (head, length) = try reader.read(bytes.span, limits: limits), length == bytes.count else {
            throw .malformed("This is not one whole head.")
        }
        self.init(head.layout, head.firstFields, head.moreFields)
    }

    /// A head made here, for asking an application without a socket.
    package convenience init(
        _ method: String, _ target: String, _ fields: KeyValuePairs<String, String> = [:]
    ) throws(WireProblem) {
        var text = "\(method) \(target) HTTP/1.1\r\n"
        if !fields.contains(where: { $0.key.lowercased() == "host" }) { text += "Host: localhost\r\n" }
        for (name, value) in fields { text += "\(name): \(value)\r\n" }
        try self.init(parsing: text + "\r\n")
    }
}
