internal import Cryptography
internal import JSON

/// What a joiner does: from a link to the owner's item (section 2.9, rows S3–S8).
extension World {
    func shareToken(_ route: Route) -> String? {
        if case .share(let token) = route.start { token } else { nil }
    }

    func findShared(
        _ token: String, _ route: Route, _ caller: Caller, for access: Access
    ) throws(Refusal) -> Found {
        let permission = permissions[try share(token)]
        guard
            caller.scopes.contains(where: { $0.hasSuffix(".All") })
                || drives.contains(where: {
                    $0.id == permission.drive && $0.owner == caller.user
                })
        else { throw .denied }
        guard permission.link?.scope != "users" || permission.reaches(caller.user) else { throw .denied }
        guard let index = drive(named: permission.drive), let start = drives[index][permission.item] else {
            throw .notFound
        }
        var item = start
        switch route.place {
        case .root, .whole: break
        case .item(let id):
            guard drives[index].ancestors(of: id).contains(start.id), let named = drives[index][id] else {
                throw .notFound
            }
            item = named
        case .other: throw .invalid("Resource not found for the segment.")
        }
        item = try walk(route.names, from: item, in: drives[index])
        // A share by itself is for reading, as long as it has not become the caller's own.
        if access.contains(.write) { try admit(caller, to: item.id, in: drives[index], for: access) }
        return Found(drive: index, item: item)
    }

    /// `u!` and the link in base64url, or the id of the share.
    private func share(_ token: String) throws(Refusal) -> Int {
        let invalid = Refusal.invalid("The sharing token is invalid.")
        if token.hasPrefix("u!") {
            guard let bytes = Base64.decodeURL(token.dropFirst(2).utf8),
                let link = String(validating: bytes, as: UTF8.self)
            else { throw invalid }
            guard let index = permissions.lastIndex(where: { $0.link?.address == link }) else {
                let isShare =
                    link.hasPrefix("https://1drv.ms/") || link.hasPrefix("https://contoso-my.sharepoint.example/:")
                throw isShare ? .notFound : invalid
            }
            if permissions[index].link?.isRevoked ?? true { throw .notFound }
            return index
        }
        guard token.hasPrefix("s!") else { throw invalid }
        guard let index = permissions.firstIndex(where: { $0.shareID == token && !($0.link?.isRevoked ?? false) })
        else { throw .notFound }
        return index
    }

    /// `Prefer: redeemSharingLink` makes the access the caller's own; `…IfNecessary` is for this request alone.
    mutating func redeem(_ token: String, _ request: Request, _ caller: Caller) {
        guard request.preferences.contains("redeemsharinglink") else { return }
        if let index = try? share(token) { permissions[index].users.insert(caller.user) }
    }

    /// S7: it no longer tells what is shared; whoever asks is told by the test.
    mutating func listSharedWithMe(_ caller: Caller) throws(Refusal) -> Answer {
        violations.append("sharedWithMe was asked: it no longer answers")
        switch switches.sharedWithMe {
        case .notFound: throw .notFound
        case .gone: throw Refusal(410, "Gone", "This API is retired.")
        case .empty: return .json(200, .fields(["value": .array([])]))
        case .oneItem:
            guard let first = permissions.first(where: { $0.reaches(caller.user) }),
                let index = drive(named: first.drive), let item = drives[index][first.item]
            else { return .json(200, .fields(["value": .array([])])) }
            return .json(200, .fields(["value": .array([json(item, in: index, withAddress: true)])]))
        }
    }

    /// S8: a placeholder in somebody's own root for a folder of another.
    mutating func addShortcut(named name: String, for user: User.Name, to item: String) -> Bool {
        guard let own = drives.firstIndex(where: { $0.owner == user }),
            let other = drives.first(where: { $0[item] != nil })
        else { return false }
        var placeholder = newItem(name, in: drives[own], isFolder: true)
        placeholder.remote = (other.id, item)
        drives[own].insert(placeholder, below: drives[own].root)
        return true
    }
}
