import Foundation
package import Synchronization

/// A WebDAV server in memory whose every custom can be chosen. What it is asked to do, it does in one step.
package final class WebDAVEmulator: Sendable {
    /// How this server does things; the first of each is the plainest.
    package struct Customs: Sendable {
        package enum Tag: Sendable { case strong, weak, gzip, unquoted, none }
        package enum Address: Sendable { case path, whole, lowercaseEscapes, withoutSlash }

        package var honoursPreconditions = true
        package var honoursOverwrite = true
        package var canMove = true
        /// In listings, of GET, and of PUT.
        package var listedTag = Tag.strong
        package var readTag = Tag.strong
        package var writtenTag = Tag.strong
        /// A tag for each second instead of one for each change.
        package var hasCoarseTags = false
        package var hasOCTag = false
        package var marksDirectories = false
        package var tellsModified = true
        package var address = Address.path
        package var prefix = "d:"
        package var listsItselfLast = false
        package var splitsProperties = false
        /// Of a PUT whose directory is missing, and of one on top of a directory.
        package var missingAbove = 409
        package var wrongKind = 405
        package var needsDepth = true
        /// Answers GET of a directory so.
        package var directoryAnswer = 405
        package var password: String?

        package init() {}
    }

    /// What becomes of one request instead of what it asks for; `nil`: what it asks for.
    package typealias Fault = @Sendable (SocketServer.Request) -> SocketServer.Answer?

    package enum Node: Sendable {
        case directory
        case file([UInt8])
    }

    package struct Entry: Sendable {
        package var node: Node
        package var version: Int
        package var modified: Int
    }

    package struct World: Sendable {
        package var entries: [[String]: Entry] = [["dav"]: Entry(node: .directory, version: 0, modified: 0)]
        package var changes = 0
        package var requests: [SocketServer.Request] = []
        package var fault: Fault?
    }

    package let customs: Customs
    /// Seconds since 1970. It stands still, so that nothing depends on whether two requests fall into one second.
    package let now = Int(Date().timeIntervalSince1970)
    package let world = Mutex(World())
    private let server = Mutex<SocketServer?>(nil)
    package let port: UInt16

    package init(_ customs: Customs = Customs()) throws {
        self.customs = customs
        let later = Later()
        let server = try SocketServer { later.emulator?.answer($0) ?? SocketServer.Answer(status: 500, isCut: true) }
        port = server.port
        self.server.withLock { $0 = server }
        later.set(self)
    }

    package var address: String { "http://127.0.0.1:\(port)/dav/" }
    package var requests: [SocketServer.Request] { world.withLock { $0.requests } }

    /// For faults, which are asked while the world is held.
    private let methods = Mutex<Set<String>>([])
    package func hasReceived(_ method: String) -> Bool { methods.withLock { $0.contains(method) } }

    package func close() { server.withLock { $0?.close() } }

    package func setFault(_ fault: Fault?) {
        world.withLock {
            $0.fault = fault
            methods.withLock { $0 = [] }
            $0.requests = []
        }
    }

    /// The server is made before the emulator that answers for it.
    private final class Later: Sendable {
        private let held = Mutex<WebDAVEmulator?>(nil)
        var emulator: WebDAVEmulator? { held.withLock { $0 } }
        func set(_ emulator: WebDAVEmulator) { held.withLock { $0 = emulator } }
    }
}

extension WebDAVEmulator {
    package typealias Answer = SocketServer.Answer
    package typealias Request = SocketServer.Request

    private func answer(_ request: Request) -> Answer {
        var answer = world.withLock { world in
            world.requests.append(request)
            methods.withLock { _ = $0.insert(request.method) }
            guard let fault = world.fault?(request) else { return carryOut(request, &world) }
            if fault.carriesOut { _ = carryOut(request, &world) }
            return fault
        }
        if !answer.fields.contains(where: { $0.name == "Date" }) { answer.fields.append(("Date", Self.date(now))) }
        return answer
    }

    private func carryOut(_ request: Request, _ world: inout World) -> Answer {
        if let password = customs.password {
            let expected = "Basic " + Data("someone:\(password)".utf8).base64EncodedString()
            guard request.fields["authorization"] == expected else {
                return Answer(status: 401, fields: [("WWW-Authenticate", "Basic realm=\"files\"")])
            }
        }
        let names = Self.names(request.target)
        switch request.method {
        case "PROPFIND": return list(names, request, world)
        case "GET": return read(names, world)
        case "PUT": return write(names, request, &world)
        case "MKCOL": return make(names, &world)
        case "DELETE": return remove(names, request, &world)
        case "MOVE" where customs.canMove: return move(names, request, &world)
        default: return Answer(status: 501)
        }
    }

    private func read(_ names: [String], _ world: World) -> Answer {
        guard let entry = world.entries[names] else { return Answer(status: 404) }
        guard case .file(let bytes) = entry.node else { return Answer(status: customs.directoryAnswer) }
        return Answer(status: 200, fields: fields(entry, customs.readTag, isRead: true), body: bytes)
    }

    private func write(_ names: [String], _ request: Request, _ world: inout World) -> Answer {
        if let refusal = refusal(above: names, world) { return refusal }
        let there = world.entries[names]
        if case .directory? = there?.node { return Answer(status: customs.wrongKind) }
        guard holds(request, there) else { return Answer(status: 412) }
        let entry = change(names, .file(request.body), &world)
        return Answer(status: there == nil ? 201 : 204, fields: fields(entry, customs.writtenTag))
    }

    private func make(_ names: [String], _ world: inout World) -> Answer {
        guard refusal(above: names, world) == nil else { return Answer(status: 409) }
        guard world.entries[names] == nil else { return Answer(status: 405) }
        _ = change(names, .directory, &world)
        return Answer(status: 201)
    }

    private func remove(_ names: [String], _ request: Request, _ world: inout World) -> Answer {
        guard let there = world.entries[names] else { return Answer(status: 404) }
        guard holds(request, there) else { return Answer(status: 412) }
        world.entries = world.entries.filter { !$0.key.starts(with: names) }
        mark(names, &world)
        return Answer(status: 204)
    }

    private func move(_ names: [String], _ request: Request, _ world: inout World) -> Answer {
        guard let destination = request.fields["destination"].flatMap(URL.init(string:)),
            let entry = world.entries[names]
        else { return Answer(status: 404) }
        let target = Self.names(destination.path(percentEncoded: true))
        if let refusal = refusal(above: target, world) { return refusal }
        if world.entries[target] != nil, request.fields["overwrite"] == "F", customs.honoursOverwrite {
            return Answer(status: 412)
        }
        world.entries[names] = nil
        world.entries[target] = entry
        mark(target, &world)
        return Answer(status: 201)
    }

    /// Is there a directory to put it in?
    private func refusal(above names: [String], _ world: World) -> Answer? {
        if case .directory? = world.entries[names.dropLast()]?.node { return nil }
        return Answer(status: customs.missingAbove)
    }

    private func holds(_ request: Request, _ entry: Entry?) -> Bool {
        guard customs.honoursPreconditions else { return true }
        if request.fields["if-none-match"] == "*", entry != nil { return false }
        guard let expected = request.fields["if-match"] else { return true }
        return entry.map { expected == "\"\(tag(of: $0))\"" } ?? false
    }
}

extension WebDAVEmulator {
    @discardableResult
    package func change(_ names: [String], _ node: Node, _ world: inout World) -> Entry {
        world.changes += 1
        let entry = Entry(node: node, version: world.changes, modified: now)
        world.entries[names] = entry
        mark(names, &world)
        return entry
    }

    private func mark(_ names: [String], _ world: inout World) {
        world.changes += 1
        var above = names.dropLast()
        while !above.isEmpty {
            world.entries[Array(above)]?.version = world.changes
            above = above.dropLast()
        }
    }

    func tag(of entry: Entry) -> String {
        guard customs.hasCoarseTags else { return "v\(entry.version)" }
        if case .file(let bytes) = entry.node { return "\(entry.modified)-\(bytes.count)" }
        return "\(entry.modified)"
    }

    func spelled(_ entry: Entry, _ kind: Customs.Tag) -> String? {
        let tag = tag(of: entry)
        return switch kind {
        case .strong: "\"\(tag)\""
        case .weak: "W/\"\(tag)\""
        case .gzip: "\"\(tag)-gzip\""
        case .unquoted: tag
        case .none: nil
        }
    }

    private func fields(_ entry: Entry, _ kind: Customs.Tag, isRead: Bool = false) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        if let tag = spelled(entry, kind) { fields.append(("ETag", tag)) }
        if customs.hasOCTag { fields.append(("OC-ETag", "\"\(tag(of: entry))\"")) }
        if isRead, customs.tellsModified { fields.append(("Last-Modified", Self.date(entry.modified))) }
        return fields
    }

    static func names(_ target: String) -> [String] {
        target.split(separator: "/").map { $0.removingPercentEncoding ?? "?" }
    }

    static func date(_ seconds: Int) -> String {
        var time = time_t(seconds)
        var parts = tm()
        gmtime_r(&time, &parts)
        let text = [CChar](unsafeUninitializedCapacity: 64) { buffer, count in
            count = strftime(buffer.baseAddress, buffer.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
        }
        return String(decoding: text.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
