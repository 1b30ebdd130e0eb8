/// Finds out what a server does, in a directory of its own whose name no listing shows.
struct WebDAVProbe {
    private let connection: WebDAVConnection
    private let folder: WebDAVFolder
    private let scratch: RelativePath
    private let inner: RelativePath
    private var found = WebDAVCapabilities()

    init(_ connection: WebDAVConnection) {
        self.connection = connection
        folder = connection.folder()
        scratch = RelativePath.folder.appendingTemporary()
        inner = scratch.appending("inner") ?? scratch
    }

    mutating func run() async throws(FolderError) -> WebDAVCapabilities {
        guard let listing = try await folder.look(at: .folder, depth: 1), let itself = listing.itself else {
            throw .missing
        }
        guard itself.isCollection else { throw .damaged("the address is that of a file") }
        await folder.removeLeftovers(listing, in: .folder)
        try await folder.makeDirectory(inner)
        do throws(FolderError) {
            found.createsOnce = try await isCreatedOnce()
            found.replacesKnown = try await isRefused("PUT", "a", [Self.wrongMatch], body: "3")
            try await tryTags()
            if found.replacesKnown { found.replacesKnown = try await isReplaced() }
            if !found.createsOnce { found.movesOnce = try await isMovedOnce() }
            found.deletesKnown = try await isRefused("DELETE", "a", [Self.wrongMatch])
        } catch {
            try? await clear()
            throw error
        }
        try await clear()
        return found
    }
}

// MARK: - Preconditions

extension WebDAVProbe {
    private typealias Field = (name: String, value: String)

    private static var wrongMatch: Field { ("If-Match", "\"splitclone-probe\"") }

    private func isCreatedOnce() async throws(FolderError) -> Bool {
        try await put("a", "1", [("If-None-Match", "*")])
        return try await isRefused("PUT", "a", [("If-None-Match", "*")], body: "2")
    }

    /// Whether the right tag is taken, too: one that stays weak matches nothing.
    private func isReplaced() async throws(FolderError) -> Bool {
        for isSecond in [false, true] {
            guard let tag = try await folder.look(at: place("a"))?.itself?.tag else { return false }
            let match: Field = ("If-Match", EntityTag.quoted(tag))
            if try await !isRefused("PUT", "a", [match], body: "4") { return true }
            guard !isSecond else { break }
            try await folder.waitForStrongTag()
        }
        return false
    }

    private func isMovedOnce() async throws(FolderError) -> Bool {
        try await put("b", "5", [])
        guard try await isRefused("MOVE", "b", moving(to: "a")) else { return false }
        let status = try await status("MOVE", "b", moving(to: "c"))
        guard [200, 201, 204].contains(status), try await folder.look(at: place("b"))?.itself == nil else {
            return false
        }
        return try await folder.content(of: place("c"), limit: 16).bytes == Array("5".utf8)
    }

    private func moving(to name: String) -> [Field] {
        [("Destination", connection.address(place(name)).text), ("Overwrite", "F")]
    }
}

// MARK: - Tags

extension WebDAVProbe {
    private struct State {
        let file: WebDAVResource
        let directoryTag: String?
    }

    /// Two contents of one length within one second must have two tags. Two rounds in different seconds say nothing.
    private mutating func tryTags() async throws(FolderError) {
        try await put("a", "0", [])
        var before = try await state()
        found.tags = try await weakestTags(before.file)
        found.marksDirectories = true
        var isDecided = false
        for round in 1...WebDAVLimits.probeRounds where !isDecided {
            let answer = try await put("a", "\(round)", [])
            let after = try await state()
            found.marksDirectories =
                found.marksDirectories && after.directoryTag != nil && after.directoryTag != before.directoryTag
            // Nextcloud draws its tags at random.
            isDecided =
                after.file.tag == before.file.tag || after.file.modified == before.file.modified
                || answer["oc-etag"] != nil
            if isDecided, let tag = after.file.tag, tag != before.file.tag {
                let content = try await folder.content(of: place("a"), limit: 16)
                if content.tag == tag { found.tags = .server }
                found.answersTag = found.tags == .server && answer.strongTag == tag
            }
            before = after
        }
    }

    /// What can be told without the server's tags.
    private func weakestTags(_ file: WebDAVResource) async throws(FolderError) -> WebDAVCapabilities.Tags {
        let stamp = try await folder.content(of: place("a"), limit: 16).stamp
        let isStamped = stamp.now != nil && file.length == stamp.length && file.modified == stamp.modified
        return isStamped && file.modified != nil ? .stamps : .content
    }

    private func state() async throws(FolderError) -> State {
        guard let file = try await folder.look(at: place("a"))?.itself else {
            throw .unreachable("a file that was just written is not listed")
        }
        return State(file: file, directoryTag: try await folder.look(at: scratch)?.itself?.tag)
    }
}

// MARK: - Requests

extension WebDAVProbe {
    private func place(_ name: String) -> RelativePath { inner.appending(name) ?? inner }

    @discardableResult
    private func put(_ name: String, _ text: String, _ fields: [Field]) async throws(FolderError) -> TransferAnswer {
        let answer = try await send("PUT", name, fields, body: text)
        guard [200, 201, 204].contains(answer.status) else {
            throw try await folder.whyNot(answer.status, place(name))
        }
        return answer
    }

    private func isRefused(
        _ method: String, _ name: String, _ fields: [Field], body: String? = nil
    ) async throws(FolderError) -> Bool {
        try await send(method, name, fields, body: body).status == 412
    }

    private func status(_ method: String, _ name: String, _ fields: [Field]) async throws(FolderError) -> Int {
        try await send(method, name, fields, body: nil).status
    }

    private func send(
        _ method: String, _ name: String, _ fields: [Field], body: String?
    ) async throws(FolderError) -> TransferAnswer {
        let request = TransferRequest(
            method, connection.address(place(name)), fields: fields, body: body.map { Array($0.utf8) })
        do throws(RemoteFailure) {
            return try await connection.write(request, .repeatableWrite)
        } catch {
            throw error.folderError
        }
    }

    private func clear() async throws(FolderError) {
        try await folder.remove(scratch, isDirectory: true)
    }
}
