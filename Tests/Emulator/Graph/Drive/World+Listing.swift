internal import JSON

/// Where a listing goes on: what stands behind an opaque `$skiptoken`.
struct PageCursor: Sendable {
    var drive: String
    var folder: String
    var after: String
    var issued: Int64
}

/// Children in pages (section 2.4, rows D4–D7).
extension World {
    mutating func list(_ call: Call) throws(Refusal) -> Answer {
        try call.allow(["$select", "$top", "$skiptoken", "$orderby"])
        let found = try find(call.route, call.caller, for: .read)
        let folder = found.item
        guard folder.isFolder, folder.remote == nil else {
            if folder.remote != nil || switches.listOfFile == .refused { throw .invalid("This item has no children.") }
            return .json(200, .fields(["value": .array([])]))
        }
        if let share = shareToken(call.route) { redeem(share, call.request, call.caller) }
        if let lag = lagging(folder, in: found.drive) {
            guard lag == 200 else { throw .notFound }
            return .json(200, .fields(["value": .array([])]))
        }
        var children = drives[found.drive].children(of: folder.id)
        if !call.request.preferences.contains("include-feature=addtoonedrive") {
            children.removeAll { $0.remote != nil }
        }
        let after = try cursor(call, folder: folder.id)
        if let after { children.removeAll { FoldedName($0.name) <= FoldedName(after) } }
        let size = try pageSize(call)
        let page = children.prefix(size).map {
            call.selected(json($0, in: found.drive, withAddress: call.wantsAddress))
        }
        var link: JSONValue?
        if children.count > size {
            link = .string(nextLink(drives[found.drive], folder, after: children[size - 1].name, call))
        }
        return .json(
            200,
            .fields([
                "@odata.context": .string(
                    context("drives('\(drives[found.drive].id)')/items('\(folder.id)')/children")),
                "@odata.count": .int(drives[found.drive].childCount(folder.id)), "@odata.nextLink": link,
                "value": .array(page),
            ]))
    }

    private func pageSize(_ call: Call) throws(Refusal) -> Int {
        guard let text = call[parameter: "$top"] else { return switches.pageLimit }
        guard let top = Int(text), top > 0 else { throw .invalid("$top is a positive number.") }
        if top > switches.pageLimit && switches.refusesLargePages { throw .invalid("$top is too large.") }
        return min(top, switches.pageLimit)
    }

    private func cursor(_ call: Call, folder: String) throws(Refusal) -> String? {
        guard let token = call[parameter: "$skiptoken"] else { return nil }
        guard let cursor = pages[token], cursor.folder == folder else { throw .invalid("The cursor is not known.") }
        guard now - cursor.issued <= Int64(switches.nextLinkLife) * 1000 else {
            throw Refusal(410, "resyncRequired", "The cursor is too old.")
        }
        return cursor.after
    }

    /// In a form of addressing that no request uses by itself, to be taken as it is.
    private mutating func nextLink(_ drive: Drive, _ folder: Item, after name: String, _ call: Call) -> String {
        let token = random.opaque(40)
        pages[token] = PageCursor(drive: drive.id, folder: folder.id, after: name, issued: now)
        var link = (origins[.graph] ?? "") + "/v1.0/drives('\(Percent.encode(drive.id))')/items('"
        link += Percent.encode(folder.id) + "')/children?"
        for name in ["$select", "$top"] {
            if let value = call[parameter: name] { link += name + "=" + Percent.encode(value) + "&" }
        }
        return link + "$skiptoken=" + token
    }

    /// F28: the listing of a new folder is 404, then empty, then right.
    private mutating func lagging(_ folder: Item, in index: Int) -> Int? {
        if folder.listingsNotFound > 0 {
            drives[index].note(folder.id) { $0.listingsNotFound -= 1 }
            return 404
        }
        guard folder.listingsEmpty > 0 else { return nil }
        drives[index].note(folder.id) { $0.listingsEmpty -= 1 }
        return 200
    }

    /// D6, F28, F29: a listing with an entry too few or too many.
    mutating func spoilListing(_ answer: inout Answer, _ effect: Effect) {
        guard let value = try? JSONValue(parsing: answer.body), var entries = value["value"]?.array else { return }
        func index(_ name: String) -> Int? { entries.firstIndex { $0["name"]?.string == name } }
        switch effect {
        case .omit(let name): entries.removeAll { $0["name"]?.string == name }
        case .duplicate(let name):
            let other = drives.flatMap { $0.items.values }.first { $0.name == name }
            let copy = index(name).map { entries[$0] }
            let index = drives.firstIndex { drive in other.map { drive[$0.id] != nil } ?? false }
            if let copy {
                entries.append(copy)
            } else if let other, let index {
                entries.insert(json(other, in: index, withAddress: true), at: 0)
            }
        case .twin(let name):
            guard let original = index(name).map({ entries[$0] }) else { return }
            let members = (original.members ?? []).map { member in
                switch member.name {
                case "name": JSONMember("name", .string(name.uppercased()))
                case "id": JSONMember("id", .string((member.value.string ?? "") + "0"))
                default: member
                }
            }
            entries.append(.object(members))
        default: break
        }
        let members = (value.members ?? []).map { $0.name == "value" ? JSONMember("value", .array(entries)) : $0 }
        answer.body = JSONValue.object(members).json
    }
}
