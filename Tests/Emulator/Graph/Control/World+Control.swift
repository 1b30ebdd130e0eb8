internal import Cryptography
internal import JSON

/// The commands of the control port: `POST /NAME` with a JSON object, answered by a JSON object.
///
/// `arm` `disarm` `switch` `advance` `approve` `decline` `sign-in` `expire` `revoke` `register` `file` `folder` `remove`
/// `give` `take` `shortcut` `item` `items` `log` `clear-log` `violations`; `reset` and `describe` are the emulator's.
extension World {
    mutating func command(_ request: Request) -> Answer {
        do throws(CommandFailure) {
            guard request.method == "POST" else { throw CommandFailure("commands are posted") }
            let json = request.body.isEmpty ? .object([]) : try? JSONValue(parsing: request.body)
            guard let json, json.members != nil else { throw CommandFailure("the arguments are one JSON object") }
            let (name, arguments) = (String(request.path.dropFirst()), Arguments(json: json))
            if let value = try commandFaults(name, arguments) { return .json(200, value) }
            if let value = try commandPeople(name, arguments) { return .json(200, value) }
            if let value = try commandDrives(name, arguments) { return .json(200, value) }
            throw CommandFailure("there is no command \(name)")
        } catch {
            return .json(400, .fields(["error": .string(error.reason)]))
        }
    }

    private static let done = JSONValue.object([])

    private mutating func commandFaults(_ name: String, _ arguments: Arguments) throws(CommandFailure) -> JSONValue? {
        switch name {
        case "arm": return .fields(["fault": .int(try arm(arguments))])
        case "disarm":
            if let id = arguments.optionalNumber("fault") { faults.disarm(id) } else { faults.disarmAll() }
        case "switch": try switches.set(arguments)
        case "advance": clock.offset += Int64(try arguments.number("milliseconds"))
        case "log": return .fields(["log": .array(log.map(Self.describe)), "now": .number(String(now))])
        case "clear-log": clearLog()
        case "violations": return .fields(["violations": .array(violations.map { .string($0) })])
        default: return nil
        }
        return Self.done
    }

    private mutating func arm(_ arguments: Arguments) throws(CommandFailure) -> Int {
        let effect = try Effect(arguments)
        var method = Method.any
        if let text = arguments.optionalText("method") {
            guard let named = Method(rawValue: text) else { throw CommandFailure("method is GET, PUT, …") }
            method = named
        }
        var origin: Origin?
        if arguments.json["origin"] != nil { origin = try arguments.one("origin") }
        let first = arguments.optionalNumber("first") ?? 1
        let last = arguments.optionalNumber("last") ?? first
        guard first >= 1, last >= first else { throw CommandFailure("first is at least 1, last at least first") }
        return faults.arm(
            effect, method: method, pattern: arguments.optionalText("pattern") ?? "", origin: origin,
            bodyPart: arguments.optionalText("body"), occurrences: first...last,
            isCommitted: arguments.flag("committed") ?? effect.needsAnswer)
    }

    private static func describe(_ entry: LogEntry) -> JSONValue {
        .fields([
            "number": .int(entry.number), "origin": .string(entry.origin.rawValue), "method": .string(entry.method),
            "target": .string(entry.target), "path": .string(String(entry.path)), "query": .string(String(entry.query)),
            "fields": .array(entry.fields.map { .array([.string($0.name), .string($0.value)]) }),
            "bodyLength": .int(entry.bodyLength), "time": .number(String(entry.time)), "status": .int(entry.status),
            "fault": entry.fault.map { .int($0) },
        ])
    }

    private mutating func commandPeople(_ name: String, _ arguments: Arguments) throws(CommandFailure) -> JSONValue? {
        switch name {
        case "approve", "decline":
            let user = name == "approve" ? try arguments.user() : nil
            guard decideDevice(try arguments.text("code"), as: user) else { throw CommandFailure("no such code waits") }
        case "sign-in":
            let scopes = arguments.optionalText("scopes") ?? "Files.ReadWrite.All offline_access"
            let credential = signIn(try arguments.user(), scopes: scopes, client: arguments.optionalText("client"))
            return .fields([
                "accessToken": .string(credential.accessToken), "refreshToken": .string(credential.refreshToken),
            ])
        case "expire": expireTokens(of: try arguments.user())
        case "revoke": revokeTokens(of: try arguments.user(), reason: arguments.optionalNumber("reason") ?? 50_173)
        case "register":
            let id = try arguments.text("client")
            var registration = login.registrations[id] ?? Registration(id: id)
            if arguments.json["platform"] != nil { registration.platform = try arguments.one("platform") }
            registration.isPersonalOnly = arguments.flag("isPersonalOnly") ?? registration.isPersonalOnly
            if let redirects = arguments.json["redirects"]?.array {
                registration.redirects = redirects.compactMap(\.string)
            }
            login.registrations[id] = registration
        default: return nil
        }
        return Self.done
    }

    private mutating func commandDrives(_ name: String, _ arguments: Arguments) throws(CommandFailure) -> JSONValue? {
        let user = try arguments.user()
        switch name {
        case "file":
            makeFile(try arguments.text("path"), Array((arguments.optionalText("text") ?? "").utf8), of: user)
        case "folder": makeFolder(try arguments.text("path"), of: user)
        case "remove": remove(try arguments.text("path"), of: user)
        case "give":
            give(
                user, try arguments.text("path"), of: try arguments.user("owner"),
                mayWrite: arguments.flag("mayWrite") ?? true)
        case "take": takeAccess(from: user)
        case "shortcut":
            let item = item(at: try arguments.text("path"), of: try arguments.user("owner"))
            guard let item, addShortcut(named: try arguments.text("name"), for: user, to: item.id) else {
                throw CommandFailure("there is no such folder")
            }
        case "item":
            guard let record = record(at: try arguments.text("path"), of: user) else {
                throw CommandFailure("not there")
            }
            return Self.describe(record, withContent: true)
        case "items":
            return .fields(["items": .array(records(of: user).map { Self.describe($0, withContent: false) })])
        default: return nil
        }
        return Self.done
    }

    private static func describe(_ record: ItemRecord, withContent: Bool) -> JSONValue {
        .fields([
            "id": .string(record.id), "driveId": .string(record.driveID), "path": .string(record.path),
            "isFolder": .bool(record.isFolder), "eTag": .string(record.eTag), "cTag": .string(record.cTag),
            "size": .int(record.content.count), "puts": .int(record.puts), "versionBytes": .int(record.versionBytes),
            "content": withContent ? .string(Base64.encode(record.content)) : nil,
        ])
    }

    /// What a test must know to begin.
    func describeAll() -> JSONValue {
        .fields([
            "login": .string(origins[.login] ?? ""), "graph": .string(origins[.graph] ?? ""),
            "download": .string(origins[.download] ?? ""), "control": origins[.control].map { .string($0) },
            "ports": .object(
                Origin.allCases.compactMap { origin in
                    ports[origin].map { JSONMember(origin.rawValue, .int(Int($0))) }
                }),
            "kind": .string(kind.rawValue), "client": .string(login.firstClient),
            "users": .object(
                User.Name.allCases.map { name in
                    let user = user(name)
                    return JSONMember(
                        name.rawValue,
                        .fields([
                            "mail": .string(user.mail), "drive": .string(user.driveID), "root": .string(user.rootID),
                        ]))
                }),
        ])
    }
}
