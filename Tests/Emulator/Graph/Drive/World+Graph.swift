internal import JSON

/// Graph: from a request to the operation that it names. Whatever is not known here is refused.
extension World {
    mutating func answerGraph(_ request: Request) -> Answer {
        do throws(Refusal) {
            return try operate(request)
        } catch {
            return refuse(error, request)
        }
    }

    private mutating func operate(_ request: Request) throws(Refusal) -> Answer {
        guard request.hasLength else { throw Refusal(411, "lengthRequired", "Length Required") }
        let caller = try caller(request)
        guard let parameters = request.parameters else { throw .invalid("The query is not readable.") }
        switch (request.method, request.path) {
        case ("GET", "/v1.0/me"): return try describeUser(caller)
        case ("GET", "/v1.0/me/drive/sharedWithMe"): return try listSharedWithMe(caller)
        default: break
        }
        let route = try Route(request.path)
        let call = Call(request: request, route: route, caller: caller, parameters: parameters)
        if case .whole = route.place, case .share = route.start {
        } else if case .whole = route.place {
            guard request.method == "GET" else { throw Refusal(405, "notSupported", "Method not allowed.") }
            return try describeDrive(call)
        }
        return try operate(call)
    }

    private mutating func operate(_ call: Call) throws(Refusal) -> Answer {
        switch (call.request.method, call.route.action) {
        case ("GET", ""): return try describe(call)
        case ("GET", "children"): return try list(call)
        case ("GET", "content"): return try redirectToContent(call)
        case ("PUT", "content"): return try upload(call)
        case ("POST", "children"): return try createFolder(call)
        case ("PATCH", ""): return try change(call)
        case ("DELETE", ""): return try delete(call)
        case ("POST", "createUploadSession"): return try createSession(call)
        case ("POST", "createLink"): return try createLink(call)
        case ("POST", "invite"): return try invite(call)
        case ("GET", "permissions"): return try listPermissions(call)
        case ("DELETE", "permissions"): return try deletePermission(call)
        case ("POST", "permanentDelete") where kind == .personal:
            throw Refusal(405, "notSupported", "Not supported on personal drives.")
        case ("GET", "delta"): throw Refusal(501, "notSupported", "This emulator has no delta.")
        default: throw .invalid("\(call.request.method) is not an operation of \(call.route.action).")
        }
    }

    /// Lag and post-processing are counted in requests.
    mutating func tick() {
        graphRequests += 1
        for due in processing where due.at <= graphRequests {
            drives[due.drive].note(due.item) { $0.eTagNumber += 1 }
        }
        processing.removeAll { $0.at <= graphRequests }
    }

    // MARK: Whole drives and people

    private func describeUser(_ caller: Caller) throws(Refusal) -> Answer {
        guard caller.scopes.contains("User.Read") else { throw .denied }
        let user = user(caller.user)
        return .json(
            200,
            .fields([
                "@odata.context": .string(context("users/$entity")), "id": .string(user.driveID.lowercased()),
                "displayName": .string(user.displayName), "userPrincipalName": .string(user.mail),
                "mail": .string(user.mail),
            ]))
    }

    private mutating func describeDrive(_ call: Call) throws(Refusal) -> Answer {
        try call.allow(["$select"])
        let index: Int?
        switch call.route.start {
        case .me: index = drive(named: user(call.caller.user).driveID)
        case .drive(let id): index = drive(named: id)
        case .share: index = nil
        }
        guard let index, drives[index].owner == call.caller.user || reachesInto(drives[index], call.caller) else {
            throw denied
        }
        let drive = drives[index]
        let used = drive.used
        let value = JSONValue.fields([
            "@odata.context": .string(context("drives/$entity")), "id": .string(shown(drive.id)),
            "driveType": .string(drive.kind.rawValue),
            "owner": .fields([
                "user": .fields([
                    "displayName": .string(user(drive.owner).displayName), "email": .string(user(drive.owner).mail),
                ])
            ]),
            "quota": .fields([
                "deleted": .int(0), "remaining": .int(max(0, switches.quota - used)),
                "state": .string(used < switches.quota ? "normal" : "exceeded"), "total": .int(switches.quota),
                "used": .int(used),
            ]),
        ])
        return .json(200, call.selected(value))
    }

    private func reachesInto(_ drive: Drive, _ caller: Caller) -> Bool {
        permissions.contains { $0.drive == drive.id && $0.reaches(caller.user) }
            && caller.scopes.contains { $0.hasSuffix(".All") }
    }

    func context(_ name: String) -> String { (origins[.graph] ?? "") + "/v1.0/$metadata#" + name }
}

/// A request with what was read out of it.
struct Call: Sendable {
    let request: Request
    let route: Route
    let caller: Caller
    let parameters: [(name: String, value: String)]

    subscript(parameter name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// Stricter than the service on purpose: a parameter that nobody knows is a mistake of the client.
    func allow(_ names: Set<String>) throws(Refusal) {
        for parameter in parameters where !names.contains(parameter.name) {
            throw .invalid("The query parameter \(parameter.name) is not known here.")
        }
        guard Set(parameters.map(\.name)).count == parameters.count else { throw .invalid("A parameter stands twice.") }
    }

    func json() throws(Refusal) -> JSONValue {
        guard request["content-type"]?.lowercased().hasPrefix("application/json") ?? false else {
            throw Refusal(415, "invalidRequest", "The body must be JSON.")
        }
        guard let value = try? JSONValue(parsing: request.body), value.members != nil else {
            throw .invalid("The body is not JSON.")
        }
        return value
    }

    var selection: Set<String>? {
        self[parameter: "$select"].map { Set($0.split(separator: ",").map(\.trimmingSpaces)) }
    }

    var wantsAddress: Bool {
        guard let selection else { return true }
        return !selection.isDisjoint(with: ["@microsoft.graph.downloadUrl", "content.downloadUrl"])
    }

    /// D7: the fields asked for, the id, and annotations; a download address only by name.
    func selected(_ value: JSONValue) -> JSONValue {
        guard let selection, let members = value.members else { return value }
        return .object(
            members.filter { member in
                selection.contains(member.name) || member.name == "id" || member.name.hasPrefix("@")
            })
    }
}
