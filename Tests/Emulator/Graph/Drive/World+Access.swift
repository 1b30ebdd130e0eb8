/// Who asks, what a route leads to, and whether they may.
struct Caller: Sendable {
    var user: User.Name
    var scopes: Set<String>
}

struct Access: OptionSet, Sendable {
    let rawValue: Int
    static let read = Access(rawValue: 1)
    static let write = Access(rawValue: 2)
}

/// An item with its drive.
struct Found: Sendable {
    var drive: Int
    var item: Item
}

extension World {
    /// F1, A13, S10: a bearer token that lives, with a scope that is good for files.
    func caller(_ request: Request) throws(Refusal) -> Caller {
        let words = (request["authorization"] ?? "").split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bearer", let token = login.accessTokens[String(words[1])],
            token.expires > now
        else { throw .unauthenticated }
        let scopes = token.grant.scopes
        let good: Set = ["Files.Read", "Files.ReadWrite", "Files.Read.All", "Files.ReadWrite.All", "User.Read"]
        if scopes.contains("Files.ReadWrite.AppFolder"), scopes.isDisjoint(with: good) {
            throw Refusal(403, "accessDenied", inner: "serviceReadOnly", "Database Is Read Only")
        }
        guard !scopes.isDisjoint(with: good) else { throw .denied }
        return Caller(user: token.grant.user, scopes: scopes)
    }

    func drive(named text: String) -> Int? {
        drives.firstIndex { Self.canonical($0.id, $0.kind) == Self.canonical(text, $0.kind) }
    }

    /// Drive ids of personal accounts come in either case, and sometimes without their leading zeros.
    private static func canonical(_ id: String, _ kind: AccountKind) -> String {
        guard kind == .personal else { return id }
        return String(repeating: "0", count: max(0, 16 - id.utf8.count)) + id.lowercased()
    }

    /// The item a route names. 404 and 403 come out of here.
    func find(_ route: Route, _ caller: Caller, for access: Access) throws(Refusal) -> Found {
        if case .share(let token) = route.start { return try findShared(token, route, caller, for: access) }
        let index: Int?
        switch route.start {
        case .me: index = drive(named: user(caller.user).driveID)
        case .drive(let id): index = drive(named: id)
        case .share: index = nil
        }
        guard let index else { throw .notFound }
        let drive = drives[index]
        var id = drive.root
        switch route.place {
        case .root: break
        case .item(let named): id = named == "root" ? drive.root : named
        case .whole, .other: throw .invalid("Resource not found for the segment.")
        }
        // Only what is named by id alone lags by id.
        guard let start = drive[id], start.hiddenByID < graphRequests || route.isByPath else {
            throw drive.owner == caller.user ? .notFound : denied
        }
        try admit(caller, to: start.id, in: drive, for: .read)
        let item = try walk(route.names, from: start, in: drive)
        try admit(caller, to: item.id, in: drive, for: access)
        return Found(drive: index, item: item)
    }

    func walk(_ names: [String], from start: Item, in drive: Drive) throws(Refusal) -> Item {
        try ItemNames.checkPath(drive.path(of: start.id) + names)
        var item = start
        for name in names {
            try ItemNames.check(name)
            guard let next = drive.child(name, of: item.id) else { throw .notFound }
            item = next
        }
        if !names.isEmpty, item.hiddenByPath >= graphRequests { throw .notFound }
        return item
    }

    var denied: Refusal { switches.foreignAccess == .forbidden ? .denied : .notFound }

    /// Passes when the token's scopes and what the user was given both suffice.
    func admit(_ caller: Caller, to id: String, in drive: Drive, for wanted: Access) throws(Refusal) {
        guard scope(of: caller, in: drive).isSuperset(of: wanted) else { throw .denied }
        let granted = access(of: caller, to: id, in: drive)
        if granted.isSuperset(of: wanted) { return }
        guard granted.contains(.read) else { throw denied }
        throw switches.readOnlyPut == .forbidden ? .denied : .notFound
    }

    /// What the token is good for (S10): its own drive, or with `.All` every one.
    private func scope(of caller: Caller, in drive: Drive) -> Access {
        let isOwn = drive.owner == caller.user
        let write = ["Files.ReadWrite.All"] + (isOwn ? ["Files.ReadWrite"] : [])
        let read = ["Files.Read.All"] + (isOwn ? ["Files.Read"] : [])
        if !caller.scopes.isDisjoint(with: write) { return [.read, .write] }
        return caller.scopes.isDisjoint(with: read) ? [] : .read
    }

    /// What the user may do with an item, whatever the token says: everything with one's own, and what was shared.
    func access(of caller: Caller, to id: String, in drive: Drive) -> Access {
        if drive.owner == caller.user { return [.read, .write] }
        let chain = drive.ancestors(of: id)
        var granted: Access = []
        for permission in permissions where permission.drive == drive.id && permission.reaches(caller.user) {
            if chain.contains(permission.item) { granted.formUnion(permission.access) }
        }
        return granted
    }
}
