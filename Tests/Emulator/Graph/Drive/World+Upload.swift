internal import JSON

/// PUT of content (section 2.6 and 3, rows D11–D19).
extension World {
    private enum Behaviour: String {
        case fail, replace, rename
    }

    /// Where an upload goes: onto a file, or under a name in a folder.
    private struct Target {
        var drive: Int
        var folder: String
        var name: String
        var present: Item?
    }

    mutating func upload(_ call: Call) throws(Refusal) -> Answer {
        try call.allow(["@microsoft.graph.conflictBehavior"])
        let asked = call[parameter: "@microsoft.graph.conflictBehavior"]
        guard let behaviour = Behaviour(rawValue: asked ?? "replace") else { throw .invalid("No such behaviour.") }
        if asked != nil, call.request["if-match"] != nil || call.request["if-none-match"] != nil {
            violations.append("a precondition and a conflict behaviour on one PUT: undefined")
            throw .invalid("A precondition and a conflict behaviour on one request.")
        }
        guard call.request.body.count <= switches.putLimit else {
            throw Refusal(413, "invalidRequest", "The request is too large for a simple upload.")
        }
        let target = try target(call)
        try check(call.request, target)
        let name = try settle(behaviour, target)
        guard quotaAllows(call.request.body.count) else {
            throw Refusal(507, "quotaLimitReached", "Insufficient space available.")
        }
        if let present = target.present, behaviour != .rename {
            replace(present.id, in: target.drive, with: call.request.body)
            return .json(200, describe(present.id, in: target.drive))
        }
        let id = create(name, below: target.folder, in: target.drive, isFolder: false, content: call.request.body)
        return .json(201, describe(id, in: target.drive))
    }

    func quotaAllows(_ count: Int) -> Bool {
        drives.allSatisfy { $0.used + count <= switches.quota }
    }

    private mutating func describe(_ id: String, in drive: Int) -> JSONValue {
        drives[drive][id].map { json($0, in: drive, withAddress: false) } ?? .object([])
    }

    private mutating func target(_ call: Call) throws(Refusal) -> Target {
        guard call.route.isByPath, let name = call.route.names.last else {
            let found = try find(call.route, call.caller, for: .write)
            guard !found.item.isFolder, let parent = found.item.parent else {
                throw Refusal(409, "nameAlreadyExists", "A folder has no content.")
            }
            return Target(drive: found.drive, folder: parent, name: found.item.name, present: found.item)
        }
        try ItemNames.check(name)
        let folder = try folder(for: call)
        let drive = drives[folder.drive]
        try ItemNames.checkPath(drive.path(of: folder.item.id) + [name])
        let present = drive.child(name, of: folder.item.id)
        if present?.isFolder ?? false { throw .exists }
        return Target(drive: folder.drive, folder: folder.item.id, name: name, present: present)
    }

    /// The folder that a PUT by path writes into.
    private mutating func folder(for call: Call) throws(Refusal) -> Found {
        var start = call.route
        start.names = []
        var folder = try find(start, call.caller, for: .read)
        for name in call.route.names.dropLast() {
            guard folder.item.isFolder else { throw Refusal(409, "nameAlreadyExists", "The parent is not a folder.") }
            if let next = drives[folder.drive].child(name, of: folder.item.id) {
                if next.hiddenByPath >= graphRequests { throw .notFound }
                folder.item = next
            } else {
                try admit(call.caller, to: folder.item.id, in: drives[folder.drive], for: .write)
                folder.item = try parent(name, below: folder)
            }
        }
        try admit(call.caller, to: folder.item.id, in: drives[folder.drive], for: .write)
        guard folder.item.isFolder else { throw Refusal(409, "nameAlreadyExists", "The parent is not a folder.") }
        if folder.item.closedToUploads >= graphRequests { throw .notFound }
        return folder
    }

    /// D17: a parent that is missing.
    private mutating func parent(_ name: String, below folder: Found) throws(Refusal) -> Item {
        try ItemNames.checkFolder(name, isAtRoot: folder.item.parent == nil)
        switch switches.putWithoutParent {
        case .notFound: throw .notFound
        case .conflict: throw Refusal(409, "resourceModified", "The parent does not exist.")
        case .creates:
            let id = create(name, below: folder.item.id, in: folder.drive, isFolder: true)
            guard let item = drives[folder.drive][id] else { throw .notFound }
            return item
        }
    }

    /// D15 and D16. The tag is compared as text, quotation marks and all.
    private func check(_ request: Request, _ target: Target) throws(Refusal) {
        if let tag = request["if-match"] {
            guard tag == "*" || (tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.utf8.count > 1) else {
                throw .invalid("The entity tag is malformed.", inner: "malformedEntityTag")
            }
            guard let present = target.present else {
                throw switches.putIfMatchAbsent == .notFound ? .notFound : .preconditionFailed
            }
            if switches.putIfMatch == .honoured, tag != "*", tag != present.eTag, tag != present.cTag {
                throw .preconditionFailed
            }
        }
        if let tag = request["if-none-match"] {
            guard tag == "*" else { throw .invalid("If-None-Match on PUT is * or nothing.") }
            if target.present != nil, switches.putIfNoneMatch == .honoured { throw .preconditionFailed }
        }
    }

    /// The name under which a new file will be; D13 and D14 when there is one.
    private func settle(_ behaviour: Behaviour, _ target: Target) throws(Refusal) -> String {
        guard let present = target.present else { return target.name }
        switch behaviour {
        case .replace: return present.name
        case .fail:
            let isExact = present.name.utf8.elementsEqual(target.name.utf8)
            if isExact || switches.failWithOtherCase == .conflict { throw .exists }
            return present.name
        case .rename:
            let drive = drives[target.drive]
            return ItemNames.free(target.name, isFolder: false) { drive.child($0, of: target.folder) != nil }
        }
    }

    // MARK: Changing the drive

    mutating func replace(_ id: String, in drive: Int, with content: [UInt8]) {
        let time = now
        drives[drive].change(id) { $0.replace(content, time: time) }
        expectProcessing(id, in: drive)
    }

    /// D23: the tag of a file will rise once more, a while after it was written.
    private mutating func expectProcessing(_ id: String, in drive: Int) {
        guard let count = switches.postProcessing else { return }
        processing.removeAll { $0.item == id }
        processing.append((drive, id, graphRequests + count))
    }

    @discardableResult
    mutating func create(
        _ name: String, below parent: String, in drive: Int, isFolder: Bool, content: [UInt8] = []
    ) -> String {
        var item = newItem(name, in: drives[drive], isFolder: isFolder, content: content)
        let lag = switches.lag
        if lag.byPath > 0 { item.hiddenByPath = graphRequests + lag.byPath }
        if lag.byID > 0 { item.hiddenByID = graphRequests + lag.byID }
        if isFolder {
            if lag.intoNewFolder > 0 { item.closedToUploads = graphRequests + lag.intoNewFolder }
            item.listingsNotFound = lag.listNotFound
            item.listingsEmpty = lag.listEmpty
        }
        drives[drive].insert(item, below: parent)
        if !isFolder { expectProcessing(item.id, in: drive) }
        return item.id
    }
}
