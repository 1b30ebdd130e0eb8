/// One item as a test sees it.
package struct ItemRecord: Sendable {
    package let id: String
    package let driveID: String
    /// Names from the root, with slashes between.
    package let path: String
    package let isFolder: Bool
    package let eTag: String
    package let cTag: String
    package let content: [UInt8]
    /// How often content was written, the first time included (D24).
    package let puts: Int
    /// Bytes of all its versions, which count against the quota.
    package let versionBytes: Int
}

/// What a sign-in would have brought.
package struct Credential: Sendable {
    package let accessToken: String
    package let refreshToken: String
}

/// What tests do behind the service's back.
extension World {
    func record(_ item: Item, in drive: Drive) -> ItemRecord {
        ItemRecord(
            id: item.id, driveID: drive.id, path: drive.path(of: item.id).joined(separator: "/"),
            isFolder: item.isFolder, eTag: item.eTag, cTag: item.cTag, content: item.content, puts: item.puts,
            versionBytes: item.versions.reduce(0, +))
    }

    func driveIndex(of user: User.Name) -> Int? { drives.firstIndex { $0.owner == user } }

    func item(at path: String, of user: User.Name) -> Item? {
        guard let index = driveIndex(of: user) else { return nil }
        var item = drives[index][drives[index].root]
        for name in path.split(separator: "/") {
            item = item.flatMap { drives[index].child(String(name), of: $0.id) }
        }
        return item
    }

    func record(at path: String, of user: User.Name) -> ItemRecord? {
        guard let item = item(at: path, of: user), let index = driveIndex(of: user) else { return nil }
        return record(item, in: drives[index])
    }

    /// Every file and folder below the root, by path.
    func records(of user: User.Name) -> [ItemRecord] {
        guard let index = driveIndex(of: user) else { return [] }
        let drive = drives[index]
        return drive.items.values.filter { $0.parent != nil }.map { record($0, in: drive) }.sorted { $0.path < $1.path }
    }

    /// A folder with those above it, made where they are missing. Nothing lags.
    @discardableResult
    mutating func makeFolder(_ path: String, of user: User.Name) -> String {
        guard let index = driveIndex(of: user) else { preconditionFailure("every user has a drive") }
        let lag = switches.lag
        switches.lag = .init()
        defer { switches.lag = lag }
        var folder = drives[index].root
        for name in path.split(separator: "/").map(String.init) {
            folder =
                drives[index].child(name, of: folder)?.id
                ?? create(name, below: folder, in: index, isFolder: true)
        }
        return folder
    }

    mutating func makeFile(_ path: String, _ content: [UInt8], of user: User.Name) {
        guard let index = driveIndex(of: user) else { return }
        let names = path.split(separator: "/").map(String.init)
        let folder = makeFolder(names.dropLast().joined(separator: "/"), of: user)
        guard let name = names.last else { return }
        if let present = drives[index].child(name, of: folder) {
            replace(present.id, in: index, with: content)
        } else {
            let lag = switches.lag
            switches.lag = .init()
            create(name, below: folder, in: index, isFolder: false, content: content)
            switches.lag = lag
        }
    }

    mutating func remove(_ path: String, of user: User.Name) {
        guard let index = driveIndex(of: user), let item = item(at: path, of: user) else { return }
        drives[index].remove(item.id)
    }

    mutating func signIn(_ user: User.Name, scopes: String, client: String?) -> Credential {
        let client = client ?? login.firstClient
        let grant = LoginDesk.Grant(client: client, user: user, scopes: World.scopes(scopes) ?? [])
        return Credential(accessToken: accessToken(grant), refreshToken: refreshToken(grant))
    }

    /// Access tokens end now; refresh tokens live.
    mutating func expireTokens(of user: User.Name) {
        let time = now
        for (text, token) in login.accessTokens where token.grant.user == user {
            login.accessTokens[text]?.expires = time
        }
    }

    /// A changed password, a withdrawn consent: `reason` is the AADSTS number of the `invalid_grant`.
    mutating func revokeTokens(of user: User.Name, reason: Int) {
        expireTokens(of: user)
        for (text, token) in login.refreshTokens where token.grant.user == user {
            login.refreshTokens[text]?.isDead = true
            login.refreshTokens[text]?.reason = reason
        }
    }

    /// False when there is no such code, or it is decided.
    mutating func decideDevice(_ userCode: String, as user: User.Name?) -> Bool {
        guard let code = login.devices.first(where: { $0.value.userCode == userCode }), case .pending = code.value.state
        else { return false }
        login.devices[code.key]?.state = user.map { .approved($0) } ?? .declined
        return true
    }

    /// S6: everything that `user` was given is taken back.
    mutating func takeAccess(from user: User.Name) {
        for index in permissions.indices { permissions[index].users.remove(user) }
    }

    /// Access as if by an invitation.
    mutating func give(_ user: User.Name, _ path: String, of owner: User.Name, mayWrite: Bool) {
        guard let index = driveIndex(of: owner), let item = item(at: path, of: owner) else { return }
        permissions.append(
            Permission(
                id: random.guid(), drive: drives[index].id, item: item.id, shareID: "s!I" + random.opaque(21),
                access: mayWrite ? [.read, .write] : .read, users: [user]))
    }
}
