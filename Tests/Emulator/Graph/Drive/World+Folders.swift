internal import JSON

/// Folders, changes of name and place, and deletion (sections 2.7 and 2.8, rows D20 and D21).
extension World {
    mutating func createFolder(_ call: Call) throws(Refusal) -> Answer {
        try call.allow([])
        let body = try call.json()
        let found = try find(call.route, call.caller, for: .write)
        guard found.item.isFolder, found.item.remote == nil else { throw .invalid("This item has no children.") }
        guard let name = body["name"]?.string, body["folder"]?.members != nil else {
            throw .invalid("A folder has a name and the facet folder.")
        }
        let isAtRoot = found.item.parent == nil
        try ItemNames.checkFolder(name, isAtRoot: isAtRoot)
        let drive = drives[found.drive]
        try ItemNames.checkPath(drive.path(of: found.item.id) + [name])
        var free = name
        let isTaken = drive.child(name, of: found.item.id) != nil
        // Always to be said: the default that is documented is not the one that was seen. `@name.` is an older spelling.
        switch (body["@microsoft.graph.conflictBehavior"] ?? body["@name.conflictBehavior"])?.string {
        case "fail": if isTaken { throw .exists }
        // What it does to a folder with children nobody has written down.
        case "replace": if isTaken { throw .invalid("There is a folder, and replacing it is not defined.") }
        case "rename" where isTaken:
            free = ItemNames.free(name, isFolder: true) { drive.child($0, of: found.item.id) != nil }
        case "rename": break
        default: throw .invalid("@microsoft.graph.conflictBehavior is fail, replace or rename.")
        }
        let id = create(free, below: found.item.id, in: found.drive, isFolder: true)
        switch switches.createdFolder {
        case .emptyOK: return Answer(200)
        case .emptyCreated: return Answer(201)
        case .whole:
            guard let item = drives[found.drive][id] else { throw .notFound }
            return .json(201, json(item, in: found.drive, withAddress: false))
        }
    }

    /// PATCH: a name, a place, the times that a client keeps.
    mutating func change(_ call: Call) throws(Refusal) -> Answer {
        try call.allow([])
        let body = try call.json()
        let found = try find(call.route, call.caller, for: .write)
        let drive = drives[found.drive]
        guard let parent = found.item.parent else { throw .denied }
        if let tag = call.request["if-match"], tag != found.item.eTag, tag != found.item.cTag {
            throw .preconditionFailed
        }
        let name = body["name"]?.string ?? found.item.name
        let place = body["parentReference"]?["id"]?.string ?? parent
        if name != found.item.name || place != parent {
            try ItemNames.check(name)
            guard drive[place]?.isFolder ?? false, !drive.ancestors(of: place).contains(found.item.id) else {
                throw .invalid("The new parent is not a folder.")
            }
            try admit(call.caller, to: place, in: drive, for: .write)
            if let other = drive.child(name, of: place), other.id != found.item.id { throw .exists }
            drives[found.drive].rename(found.item.id, to: name, below: place)
        }
        if let times = body["fileSystemInfo"] {
            drives[found.drive].change(found.item.id) { item in
                item.fileSystemModified = times["lastModifiedDateTime"]?.string ?? item.fileSystemModified
                item.fileSystemCreated = times["createdDateTime"]?.string ?? item.fileSystemCreated
                item.eTagNumber += 1
            }
        }
        guard let item = drives[found.drive][found.item.id] else { throw .notFound }
        return .json(200, json(item, in: found.drive, withAddress: false))
    }

    mutating func delete(_ call: Call) throws(Refusal) -> Answer {
        try call.allow([])
        let found = try find(call.route, call.caller, for: .write)
        guard found.item.parent != nil else { throw Refusal(403, "accessDenied", "The root stays.") }
        if let tag = call.request["if-match"], tag != "*" {
            let isMet = tag == found.item.eTag || tag == found.item.cTag
            if switches.deleteIfMatch == .alwaysFails || !isMet { throw .preconditionFailed }
        }
        drives[found.drive].remove(found.item.id)
        return Answer(204)
    }
}
