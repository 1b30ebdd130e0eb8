internal import JSON

/// What the owner does to share (section 2.9, rows S1 and S2).
extension World {
    private func own(_ call: Call) throws(Refusal) -> Found {
        try call.allow([])
        let found = try find(call.route, call.caller, for: .write)
        guard drives[found.drive].owner == call.caller.user else { throw .denied }
        return found
    }

    mutating func createLink(_ call: Call) throws(Refusal) -> Answer {
        let found = try own(call)
        let body = try call.json()
        guard let type = body["type"]?.string, ["view", "edit", "embed"].contains(type) else {
            throw .invalid("The link has no type.")
        }
        let standard = kind == .personal ? "anonymous" : "organization"
        let scope = body["scope"]?.string ?? standard
        guard ["anonymous", "organization", "users"].contains(scope) else { throw .invalid("No such scope.") }
        if kind == .personal && scope == "organization" { throw .invalid("A personal account has no organisation.") }
        let drive = drives[found.drive]
        let same = permissions.first {
            $0.item == found.item.id && $0.link?.type == type && $0.link?.scope == scope && $0.link?.isRevoked == false
        }
        if let same { return .json(200, json(same)) }
        let letter = found.item.isFolder ? "f" : "t"
        let address =
            kind == .personal
            ? "https://1drv.ms/\(letter)/s!A" + random.opaque(21)
            : "https://contoso-my.sharepoint.example/:\(letter):/g/personal/owner/E" + random.opaque(43)
        let permission = Permission(
            id: random.guid(), drive: drive.id, item: found.item.id, shareID: "s!A" + random.opaque(21),
            access: type == "edit" ? [.read, .write] : .read,
            link: .init(type: type, scope: scope, address: address))
        permissions.append(permission)
        return .json(201, json(permission))
    }

    mutating func invite(_ call: Call) throws(Refusal) -> Answer {
        let found = try own(call)
        let body = try call.json()
        let mails = (body["recipients"]?.array ?? []).compactMap { $0["email"]?.string }
        let roles = (body["roles"]?.array ?? []).compactMap(\.string)
        let requiresSignIn = body["requireSignIn"]?.bool ?? false
        guard !mails.isEmpty, roles == ["write"] || roles == ["read"] else { throw .invalid("Whom, and to do what?") }
        guard requiresSignIn || body["sendInvitation"]?.bool ?? false else {
            throw .invalid("Both requireSignIn and sendInvitation are false.")
        }
        guard (body["message"]?.string ?? "").count <= 2000 else { throw .invalid("The message is too long.") }
        if kind == .personal, requiresSignIn, mails.contains(where: { !Self.isPersonal($0) }) {
            throw .invalid("Sharing with organisations is restricted.", inner: "secureSharingInvalidRequest")
        }
        var value: [JSONValue] = []
        for mail in mails {
            let invited = users.values.first { $0.mail.lowercased() == mail.lowercased() }?.name
            let permission = Permission(
                id: random.guid(), drive: drives[found.drive].id, item: found.item.id,
                shareID: "s!I" + random.opaque(21),
                access: roles == ["write"] ? [.read, .write] : .read, users: invited.map { [$0] } ?? [])
            permissions.append(permission)
            value.append(json(permission, invited: mail))
        }
        return .json(200, .fields(["value": .array(value)]))
    }

    private static func isPersonal(_ mail: String) -> Bool {
        ["outlook.com", "hotmail.com", "live.com", "gmail.com"].contains { mail.lowercased().hasSuffix("@" + $0) }
    }

    func listPermissions(_ call: Call) throws(Refusal) -> Answer {
        try call.allow([])
        let found = try find(call.route, call.caller, for: .read)
        let rows = permissions.filter { $0.item == found.item.id && !($0.link?.isRevoked ?? false) }
        return .json(200, .fields(["value": .array(rows.map { json($0) })]))
    }

    mutating func deletePermission(_ call: Call) throws(Refusal) -> Answer {
        let found = try own(call)
        guard let id = call.route.argument,
            let index = permissions.firstIndex(where: { $0.id == id && $0.item == found.item.id })
        else { throw .notFound }
        revoke(index)
        return Answer(204)
    }

    /// A link dies; whether those who redeemed it stay is one of the things nobody knows (S3).
    private mutating func revoke(_ index: Int) {
        if permissions[index].link != nil, switches.redeemed == .lasting {
            permissions[index].link?.isRevoked = true
        } else {
            permissions.remove(at: index)
        }
    }

    func json(_ permission: Permission, invited: String? = nil) -> JSONValue {
        .fields([
            "id": .string(permission.id), "roles": .array([.string(permission.role)]),
            "shareId": .string(permission.shareID),
            "link": permission.link.map { link in
                .fields([
                    "type": .string(link.type), "scope": .string(link.scope), "webUrl": .string(link.address),
                    "application": .fields(["displayName": .string("SplitClone")]),
                ])
            },
            "grantedToV2": invited.map { .fields(["user": .fields(["email": .string($0)])]) },
        ])
    }
}
