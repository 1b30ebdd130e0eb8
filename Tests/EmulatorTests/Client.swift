import GraphEmulator
import JSON

/// A client of the emulator with a socket and nothing else: what it gets is what was sent.
struct Client {
    let graph: GraphEmulator
    var token: String?

    init(_ graph: GraphEmulator, as user: User.Name? = .owner, scopes: String = "Files.ReadWrite.All offline_access") {
        self.graph = graph
        token = user.map { graph.signIn($0, scopes: scopes).accessToken }
    }

    typealias Fields = [(name: String, value: String)]

    /// A request to Graph below `/v1.0`, on a connection of its own.
    func ask(_ method: String, _ path: String, _ fields: Fields = [], body: [UInt8]? = nil) throws -> Reply {
        let bearer = token.map { [("Authorization", "Bearer " + $0)] } ?? []
        return try Self.ask(graph.port(.graph), method, "/v1.0" + path, bearer + fields, body: body)
    }

    func get(_ path: String, _ fields: Fields = []) throws -> Reply { try ask("GET", path, fields) }

    func put(_ path: String, _ text: String, _ fields: Fields = []) throws -> Reply {
        try ask("PUT", path, [("Content-Type", "application/octet-stream")] + fields, body: Array(text.utf8))
    }

    func post(_ path: String, _ json: String) throws -> Reply {
        try ask("POST", path, [("Content-Type", "application/json")], body: Array(json.utf8))
    }

    func makeFolder(_ path: String, _ name: String, _ behaviour: String = "fail") throws -> Reply {
        try post(
            path, #"{"name":"\#(name)","folder":{},"@microsoft.graph.conflictBehavior":"\#(behaviour)"}"#)
    }

    /// An absolute address of any of the emulator's origins, without a token.
    func fetch(_ address: String, _ fields: Fields = [], method: String = "GET", body: [UInt8]? = nil) throws -> Reply {
        let rest = address.dropFirst("http://127.0.0.1:".count)
        let port = UInt16(rest.prefix { $0.isNumber }) ?? 0
        return try Self.ask(port, method, String(rest.drop { $0.isNumber }), fields, body: body)
    }

    func form(_ path: String, _ pairs: KeyValuePairs<String, String>, _ fields: Fields = []) throws -> Reply {
        let text = pairs.map { "\($0)=\(Self.encode($1))" }.joined(separator: "&")
        let type = ("Content-Type", "application/x-www-form-urlencoded")
        return try Self.ask(graph.port(.login), "POST", path, [type] + fields, body: Array(text.utf8))
    }

    static func ask(
        _ port: UInt16, _ method: String, _ target: String, _ fields: Fields = [], body: [UInt8]? = nil
    ) throws -> Reply {
        let wire = try Wire(port: port)
        try wire.send(head(method, target, fields, length: body?.count) + (body ?? []))
        return try reply(wire)
    }

    static func reply(_ wire: Wire) throws -> Reply {
        guard let reply = wire.reply() else { throw NoReply(end: wire.end) }
        return reply
    }

    static func head(_ method: String, _ target: String, _ fields: Fields, length: Int?) -> [UInt8] {
        var text = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        for field in fields { text += "\(field.name): \(field.value)\r\n" }
        if let length { text += "Content-Length: \(length)\r\n" }
        return Array((text + "\r\n").utf8)
    }

    static func encode(_ text: String) -> String {
        text.utf8.map { byte in
            let character = Character(UnicodeScalar(byte))
            let isPlain = byte < 128 && (character.isLetter || character.isNumber || "-._~".contains(character))
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain ? String(character) : "%" + String(repeating: "0", count: 2 - digits.count) + digits
        }.joined()
    }
}

struct NoReply: Error {
    let end: Wire.End
}

extension Reply {
    var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }

    subscript(path: String...) -> JSONValue? {
        path.reduce(json) { value, name in value?[name] }
    }

    /// The error's code, and the innermost one.
    var code: String? { json["error"]?["code"]?.string }
    var inner: String? { json["error"]?["innerError"]?["code"]?.string }
    var names: [String] { (json["value"]?.array ?? []).compactMap { $0["name"]?.string } }
}
