/// A collection at a WebDAV server (RFC 4918) as a shared folder.
///
/// Servers differ in what they honour, so `WebDAVConnection.probe` tries it out, and each promise of `SharedFolder` is
/// kept with the best that works there; `docs/webdav.md` says what is left to chance where a server honours nothing.
package struct WebDAVFolder: SharedFolder {
    let connection: WebDAVConnection
    let path: RelativePath

    init(_ connection: WebDAVConnection, path: RelativePath) {
        self.connection = connection
        self.path = path
    }

    package func list(_ directory: RelativePath) async throws(FolderError) -> [FolderEntry] {
        let place = try self.place(directory)
        let capabilities = try await connection.capabilities()
        let listing = try await members(of: place)
        var entries: [FolderEntry] = []
        for member in listing.members {
            if let entry = try await entry(member, in: place, listing, capabilities) { entries.append(entry) }
        }
        await removeLeftovers(listing, in: place)
        return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    package func read(_ file: RelativePath, limit: Int) async throws(FolderError) -> FolderFile {
        let place = try filePlace(file)
        let capabilities = try await connection.capabilities()
        for attempt in 1...WebDAVLimits.readAttempts {
            let content = try await content(of: place, limit: limit)
            if content.isWhole { return content.file(capabilities.tags) }
            // Some servers show a file while it is being written.
            guard let now = try await look(at: place)?.itself else { continue }
            guard now.length == nil || now.length == content.bytes.count else { continue }
            // Emptied, and the first bytes still on their way: nobody writes empty files.
            guard !content.bytes.isEmpty || attempt == WebDAVLimits.readAttempts else { continue }
            return content.file(capabilities.tags)
        }
        throw .unreachable("\(file) is being written")
    }

    package func makeDirectory(_ directory: RelativePath) async throws(FolderError) {
        var missing: [RelativePath] = []
        var place = try self.place(directory)
        while true {
            if try await make(place) { break }
            missing.append(place)
            place = place.parent
        }
        for place in missing.reversed() {
            guard try await make(place) else { throw .changed }
        }
    }
}

// MARK: - Places

extension WebDAVFolder {
    func place(_ path: RelativePath) throws(FolderError) -> RelativePath {
        guard let place = self.path.appending(path) else { throw .damaged("\(path) is too deep") }
        return place
    }

    func filePlace(_ file: RelativePath) throws(FolderError) -> RelativePath {
        guard file.name != nil else { throw .damaged("the folder itself is not a file") }
        return try place(file)
    }

    /// Whether the directory is there now; `false`: the one above it is missing.
    private func make(_ place: RelativePath) async throws(FolderError) -> Bool {
        // The connection's own collection is somebody else's to make: without it, this is not the place we knew.
        guard place != .folder else {
            guard try await look(at: place)?.itself?.isCollection == true else { throw .missing }
            return true
        }
        let request = TransferRequest("MKCOL", connection.address(place, isDirectory: true))
        let status: Int
        do throws(RemoteFailure) {
            let answer = try await connection.write(request, .repeatableWrite)
            if answer.status == 201 { return true }
            status = answer.status
        } catch {
            throw error.folderError
        }
        // Servers say in many ways that there is one already, or something else.
        if let found = try await look(at: place)?.itself {
            guard found.isCollection else { throw .damaged("\(place) is not a directory") }
            return true
        }
        if [403, 404, 409].contains(status), try await look(at: place.parent)?.itself == nil { return false }
        throw try await whyNot(status, place)
    }
}

// MARK: - Looking

extension WebDAVFolder {
    private static let question = Array(
        """
        <?xml version="1.0" encoding="utf-8"?>
        <propfind xmlns="DAV:"><prop><resourcetype/><getetag/><getcontentlength/><getlastmodified/></prop></propfind>
        """.utf8)

    /// `nil` when nothing is there, or when what is above it is a file.
    func look(at place: RelativePath, depth: Int = 0) async throws(FolderError) -> WebDAVListing? {
        let (status, listing) = try await find(place, depth: depth, isDirectory: false)
        if let listing { return listing }
        guard [400, 404, 409, 410].contains(status) else { throw FolderError(webDAV: status, "\(place)") }
        return nil
    }

    private func members(of place: RelativePath) async throws(FolderError) -> WebDAVListing {
        let (status, listing) = try await find(place, depth: 1, isDirectory: true)
        guard let listing, listing.itself?.isCollection == true else {
            throw try await whyNot(status, place, isDirectory: true)
        }
        return listing
    }

    /// What the answer to a PROPFIND shows, if it is one.
    private func find(
        _ place: RelativePath, depth: Int, isDirectory: Bool
    ) async throws(FolderError) -> (status: Int, WebDAVListing?) {
        let request = TransferRequest(
            "PROPFIND", connection.address(place, isDirectory: isDirectory),
            fields: [("Depth", "\(depth)"), ("Content-Type", "application/xml; charset=utf-8")], body: Self.question,
            bodyLimit: WebDAVLimits.multistatusBytes)
        let (answer, address) = try await connection.read(request)
        guard answer.status == 207 else { return (answer.status, nil) }
        let entries: [Multistatus.Entry]
        do throws(Multistatus.Failure) {
            entries = try Multistatus.read(answer.body)
        } catch {
            throw .unreachable("\(address.host) answered with a listing that can not be read (\(error))")
        }
        let listing = WebDAVListing(entries, of: address, now: answer["date"].flatMap(WebDAVResource.seconds))
        if let refusal = listing.refusal { return (refusal, nil) }
        guard listing.itself != nil else {
            throw .unreachable("\(address.host) lists other paths than the one asked for")
        }
        return (207, listing)
    }

    /// What an answer that is none means, after a look at what is there: each server has its own status for a directory
    /// in the place of a file, a file in the place of a directory, and a directory that is missing above.
    func whyNot(
        _ status: Int, _ place: RelativePath, isDirectory: Bool = false
    ) async throws(FolderError) -> FolderError {
        let error = FolderError(webDAV: status, "\(place)")
        guard [200, 207, 301, 400, 403, 404, 405, 409, 410, 500, 501].contains(status) else { return error }
        if let found = try await look(at: place)?.itself {
            if found.isCollection != isDirectory {
                return .damaged("\(place) is \(found.isCollection ? "a directory" : "not a directory")")
            }
            return status == 404 || status == 410 ? .unreachable("\(place) comes and goes") : error
        }
        guard place != .folder else { return .missing }
        guard let above = try await look(at: place.parent)?.itself else { return .missing }
        guard above.isCollection else { return .damaged("\(place.parent) is not a directory") }
        return error
    }
}
