/// Which of the emulator's servers.
package enum Origin: String, Sendable, CaseIterable {
    /// `login.microsoftonline.com`: OAuth.
    case login
    /// `graph.microsoft.com`.
    case graph
    /// The host of pre-authenticated addresses. Another origin, as in the field: what leaks to it would be seen.
    case download
    /// Commands for the emulator itself; only the executable listens here.
    case control
}

/// One request as it came, with its body.
package struct Request: Sendable {
    package let origin: Origin
    package let method: String
    /// As sent: path and query.
    package let target: String
    package let fields: [(name: String, value: String)]
    package internal(set) var body: [UInt8] = []
    /// False when a body may follow and nothing says how long it is, or when it comes in chunks.
    var hasLength = true

    /// Percent-encoded as sent.
    package var path: Substring { target.prefix { $0 != "?" } }
    package var query: Substring { target.dropFirst(path.count).dropFirst() }

    package subscript(name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The parameters of the query, decoded.
    var parameters: [(name: String, value: String)]? {
        Percent.pairs(query, plusIsSpace: origin == .login)
    }

    /// The fields of a form in the body (`application/x-www-form-urlencoded`).
    var form: [(name: String, value: String)]? {
        guard self["content-type"]?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? false,
            let text = String(validating: body, as: UTF8.self)
        else { return nil }
        return Percent.pairs(text, plusIsSpace: true)
    }

    /// The preferences of RFC 7240, as `name` or `name=value`, lower case.
    var preferences: Set<String> {
        let values = fields.filter { $0.name.lowercased() == "prefer" }.flatMap { $0.value.split(separator: ",") }
        return Set(values.map { $0.trimmingSpaces.lowercased() })
    }
}

extension Request {
    /// Reads a head (RFC 9112 sections 3 and 5) without its empty line; nil when it is not one.
    init?(head: String, origin: Origin) {
        var lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
        let words = lines.removeFirst().split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[2] == "HTTP/1.1", words[1].hasPrefix("/") else { return nil }
        var fields: [(name: String, value: String)] = []
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), colon > line.startIndex, !line.hasPrefix(" ") else {
                return nil
            }
            fields.append((String(line[..<colon]), line[line.index(after: colon)...].trimmingSpaces))
        }
        self.init(origin: origin, method: String(words[0]), target: String(words[1]), fields: fields)
        let once = ["host", "content-length", "authorization", "if-match", "if-none-match"]
        for name in once where fields.count(where: { $0.name.lowercased() == name }) > 1 { return nil }
        guard self["host"] != nil else { return nil }
    }
}

extension StringProtocol {
    var trimmingSpaces: String {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        var rest = drop(while: isSpace)[...]
        while let last = rest.last, isSpace(last) { rest = rest.dropLast() }
        return String(rest)
    }
}
