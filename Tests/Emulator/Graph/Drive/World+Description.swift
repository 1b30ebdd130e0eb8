internal import JSON

/// Items as JSON (section 2.2), one at a time and in pages.
extension World {
    mutating func describe(_ call: Call) throws(Refusal) -> Answer {
        try call.allow(["$select", "$expand"])
        let found = try find(call.route, call.caller, for: .read)
        if let held = call.request["if-none-match"], held == found.item.eTag || held == tag(found.item) {
            switch switches.conditionalRead {
            case .notModifiedWithTag: return Answer(304, [("ETag", found.item.eTag)])
            case .notModifiedBare: return Answer(304)
            case .ignored: break
            }
        }
        if let share = shareToken(call.route) { redeem(share, call.request, call.caller) }
        var value = call.selected(json(found.item, in: found.drive, withAddress: call.wantsAddress))
        switch call[parameter: "$expand"] {
        case nil: break
        case "children":
            let children = drives[found.drive].children(of: found.item.id).map {
                json($0, in: found.drive, withAddress: true)
            }
            value = .object((value.members ?? []) + [JSONMember("children", .array(children))])
        default: throw .invalid("Only the children can be expanded.")
        }
        return .json(200, value)
    }

    /// The folder tag that another kind of drive does not have.
    func tag(_ item: Item) -> String? {
        if item.isFolder, kind == .business, switches.businessFolderTag == .absent { return nil }
        return item.cTag
    }

    /// `withAddress`: where it can be downloaded, which writes do not answer.
    mutating func json(_ item: Item, in index: Int, withAddress: Bool) -> JSONValue {
        let drive = drives[index]
        var address: JSONValue?
        if withAddress && !item.isFolder && item.remote == nil {
            address = .string(ticket(item, in: drive))
        }
        let person = JSONValue.fields([
            "user": .fields([
                "displayName": .string(user(drive.owner).displayName), "id": .string(drive.id.lowercased()),
            ])
        ])
        return .fields([
            "@odata.context": .string(context("drives('\(drive.id)')/items/$entity")),
            "@microsoft.graph.downloadUrl": address,
            "createdDateTime": .string(Timestamp.iso(item.created)), "eTag": .string(item.eTag),
            "id": .string(item.id), "lastModifiedDateTime": .string(Timestamp.iso(item.modified)),
            "name": .string(item.name), "webUrl": .string("https://onedrive.live.com?id=" + Percent.encode(item.id)),
            "cTag": tag(item).map { .string($0) }, "size": .int(drive.size(of: item)),
            "createdBy": person, "lastModifiedBy": person, "parentReference": parentReference(item, in: drive),
            "fileSystemInfo": .fields([
                "createdDateTime": .string(item.fileSystemCreated ?? Timestamp.iso(item.created)),
                "lastModifiedDateTime": .string(item.fileSystemModified ?? Timestamp.iso(item.modified)),
            ]),
            "file": item.isFolder || item.remote != nil
                ? nil
                : .fields([
                    "mimeType": .string("application/octet-stream"),
                    "hashes": item.content.isEmpty
                        ? nil : .fields(["quickXorHash": .string(item.quickXorHash)]),
                ]),
            "folder": item.isFolder && item.remote == nil
                ? .fields(["childCount": .int(drive.childCount(item.id))]) : nil,
            "root": item.parent == nil ? .object([]) : nil,
            "remoteItem": item.remote.map { remoteItem($0) },
            "shared": permissions.contains { $0.item == item.id } ? .fields(["scope": .string("users")]) : nil,
        ])
    }

    private func parentReference(_ item: Item, in drive: Drive) -> JSONValue {
        let isOwn = drive.kind == .personal
        let start = isOwn ? "/drive/root:" : "/drives/\(drive.id)/root:"
        let names = item.parent.map { drive.path(of: $0) } ?? []
        let path = start + names.map { "/" + Percent.encode($0) }.joined()
        return .fields([
            "driveType": .string(drive.kind.rawValue), "driveId": .string(shown(drive.id)),
            "id": item.parent.map { .string($0) }, "path": item.parent == nil ? nil : .string(path),
        ])
    }

    private func remoteItem(_ remote: (drive: String, item: String)) -> JSONValue {
        let target = drive(named: remote.drive).flatMap { drives[$0][remote.item] }
        return .fields([
            "id": .string(remote.item), "name": target.map { .string($0.name) }, "folder": .object([]),
            "parentReference": .fields(["driveId": .string(shown(remote.drive)), "driveType": .string(kind.rawValue)]),
        ])
    }

    /// S9: the forms in which one and the same drive id comes.
    func shown(_ id: String) -> String {
        guard kind == .personal else { return id }
        return switch switches.driveIDForm {
        case .asIs: id
        case .upperCase: id.uppercased()
        case .lowerCase: id.lowercased()
        case .withoutLeadingZeros: String(id.drop { $0 == "0" })
        }
    }
}
