extension WebDAVFolder {
    package func write(
        _ bytes: [UInt8], to file: RelativePath, if precondition: Precondition
    ) async throws(FolderError) -> ETag {
        let place = try filePlace(file)
        let capabilities = try await connection.capabilities()
        let upload = WebDAVUpload(bytes: bytes, place: place, capabilities: capabilities)
        switch precondition {
        case .none: return try await put(upload, [])
        case .absent: return try await create(upload)
        case .matches(let etag): return try await replace(upload, etag)
        }
    }

    package func delete(_ path: RelativePath, if precondition: Precondition) async throws(FolderError) {
        let place = try filePlace(path)
        let capabilities = try await connection.capabilities()
        guard let listing = try await look(at: place, depth: 1), let found = listing.itself else {
            let reason = try await whyNot(404, place)
            throw precondition != .none && reason == .missing ? .changed : reason
        }
        if found.isCollection {
            // DELETE takes everything below along (RFC 4918 9.6.1).
            guard listing.members.isEmpty, !listing.hasOthers else { throw .changed }
            return try await remove(place, isDirectory: true)
        }
        guard precondition != .absent else { throw .changed }
        guard case .matches(let etag) = precondition else { return try await remove(place) }
        try await check(place, etag, capabilities)
        guard capabilities.deletesKnown, capabilities.tags == .server else { return try await remove(place) }
        try await matching(place, etag, capabilities) { match throws(FolderError) in
            try await remove(place, [match])
        }
    }
}

/// One file on its way.
struct WebDAVUpload {
    let bytes: [UInt8]
    let place: RelativePath
    let capabilities: WebDAVCapabilities
}

extension WebDAVFolder {
    /// With what the server honours of these: `If-None-Match`; a MOVE that does not overwrite, which also shows the file
    /// at one stroke; or a look beforehand. None of them is sure to be one step with the write inside the server, so the
    /// file is read back: of several who created it at once, the last knows that it won.
    private func create(_ upload: WebDAVUpload) async throws(FolderError) -> ETag {
        if upload.capabilities.createsOnce {
            return try await put(upload, [("If-None-Match", "*")], isContested: true)
        }
        if upload.capabilities.movesOnce { return try await createByMoving(upload) }
        guard try await look(at: upload.place)?.itself == nil else { throw .changed }
        return try await put(upload, [], isContested: true)
    }

    private func replace(_ upload: WebDAVUpload, _ expected: ETag) async throws(FolderError) -> ETag {
        guard upload.capabilities.replacesKnown, upload.capabilities.tags == .server else {
            try await check(upload.place, expected, upload.capabilities)
            return try await put(upload, [], isContested: true)
        }
        return try await matching(upload.place, expected, upload.capabilities) { match throws(FolderError) in
            try await put(upload, [match])
        }
    }

    /// Apache's tag of a file that has just changed is weak, and matches nothing (RFC 9110 13.1.1): a refusal is believed
    /// only if the tag is another one, or has had the time to become strong.
    private func matching<Answer>(
        _ place: RelativePath, _ etag: ETag, _ capabilities: WebDAVCapabilities,
        _ attempt: (_ match: (name: String, value: String)) async throws(FolderError) -> Answer
    ) async throws(FolderError) -> Answer {
        let match = (name: "If-Match", value: EntityTag.quoted(etag.text))
        do throws(FolderError) {
            return try await attempt(match)
        } catch .changed {
            try await check(place, etag, capabilities)
            try await waitForStrongTag()
            return try await attempt(match)
        }
    }

    func waitForStrongTag() async throws(FolderError) {
        do {
            try await connection.clock.sleep(WebDAVLimits.weakTagWait)
        } catch {
            throw .unreachable("cancelled")
        }
    }

    /// Whether this is the state that is there now: all that can be done where the server does not look itself.
    private func check(
        _ place: RelativePath, _ expected: ETag, _ capabilities: WebDAVCapabilities
    ) async throws(FolderError) {
        guard let listing = try await look(at: place), let found = listing.itself else { throw .changed }
        guard !found.isCollection else { throw .damaged("\(place) is a directory") }
        if try await etag(of: found, at: place, now: listing.now, capabilities.tags) == expected { return }
        // The tag of a file that had just changed was its content's, and is another one by now.
        guard capabilities.tags != .content, ContentTags.isOne(expected),
            try await ContentTags.tag(of: content(of: place, limit: FolderLimits.taggedFile).bytes) == expected
        else { throw .changed }
    }

    /// `isContested`: whether our bytes are there is not known before they were seen.
    private func put(
        _ upload: WebDAVUpload, _ fields: [(name: String, value: String)], isContested: Bool = false
    ) async throws(FolderError) -> ETag {
        let answer: TransferAnswer
        do throws(RemoteFailure) {
            answer = try await send(upload.bytes, to: upload.place, fields)
        } catch {
            return try await confirm(upload, orElse: error.folderError, after: error)
        }
        guard [200, 201, 204].contains(answer.status) else {
            if answer.status == 412 { throw .changed }
            let reason = try await whyNot(answer.status, upload.place)
            throw reason == .missing && answer.status == 403 ? FolderError(webDAV: 403, "\(upload.place)") : reason
        }
        if !isContested, upload.capabilities.answersTag, answer.status != 200, let tag = answer.strongTag {
            return ETag(tag)
        }
        return try await confirm(upload, orElse: .changed, after: nil)
    }

    private func send(
        _ bytes: [UInt8], to place: RelativePath, _ fields: [(name: String, value: String)]
    ) async throws(RemoteFailure) -> TransferAnswer {
        let request = TransferRequest(
            "PUT", connection.address(place), fields: [("Content-Type", "application/octet-stream")] + fields,
            body: bytes, deadline: TransferLimits.contentDeadline)
        return try await connection.write(request, .write)
    }

    /// The tag, if our bytes are there. After a failure that says nothing about them it is the failure that counts,
    /// unless a look shows a better reason.
    private func confirm(
        _ upload: WebDAVUpload, orElse error: FolderError, after failure: RemoteFailure?
    ) async throws(FolderError) -> ETag {
        if case .folder = failure { throw error }
        let content: WebDAVContent
        do throws(FolderError) {
            content = try await self.content(of: upload.place, limit: max(upload.bytes.count, FolderLimits.taggedFile))
        } catch .missing where failure != nil {
            // nginx says 500 when the directory is missing.
            let above = try await look(at: upload.place.parent)?.itself
            throw above == nil ? .missing : error
        } catch {
            throw error
        }
        guard content.bytes == upload.bytes else { throw error }
        return content.etag(upload.capabilities.tags)
    }
}

// MARK: - By moving

extension WebDAVFolder {
    private func createByMoving(_ upload: WebDAVUpload) async throws(FolderError) -> ETag {
        // Beside the target: a MOVE between directories may be a copy, which is not done at one stroke.
        let temporary = upload.place.parent.appendingTemporary()
        _ = try await put(
            WebDAVUpload(bytes: upload.bytes, place: temporary, capabilities: upload.capabilities), [])
        let request = TransferRequest(
            "MOVE", connection.address(temporary),
            fields: [("Destination", connection.address(upload.place).text), ("Overwrite", "F")])
        do throws(RemoteFailure) {
            let answer = try await connection.write(request, .write)
            guard [200, 201, 204].contains(answer.status) else {
                await discard(temporary)
                throw .folder(FolderError(webDAV: answer.status, "\(upload.place)"))
            }
        } catch {
            if case .outcomeUnknown = error {
                let outcome = try await confirm(upload, orElse: error.folderError, after: error)
                await discard(temporary)
                return outcome
            }
            throw error.folderError
        }
        return try await confirm(upload, orElse: .changed, after: nil)
    }

    /// What earlier writers left behind when they were killed; one at a time, since failing here harms nobody.
    func removeLeftovers(_ listing: WebDAVListing, in directory: RelativePath) async {
        guard let now = listing.now else { return }
        let oldest = now - FolderLimits.temporaryFileMilliseconds / 1000
        guard let leftover = listing.temporaries.first(where: { ($0.modified ?? now) < oldest }),
            let place = directory.appending(temporary: leftover.name)
        else { return }
        _ = try? await connection.write(
            TransferRequest("DELETE", connection.address(place, isDirectory: leftover.isCollection)), .repeatableWrite)
    }

    private func discard(_ temporary: RelativePath) async {
        _ = try? await connection.write(TransferRequest("DELETE", connection.address(temporary)), .repeatableWrite)
    }
}

// MARK: - Removing

extension WebDAVFolder {
    func remove(
        _ place: RelativePath, isDirectory: Bool = false, _ fields: [(name: String, value: String)] = []
    ) async throws(FolderError) {
        let request = TransferRequest("DELETE", connection.address(place, isDirectory: isDirectory), fields: fields)
        let answer: TransferAnswer
        do throws(RemoteFailure) {
            answer = try await connection.write(request, .write)
        } catch {
            guard case .outcomeUnknown = error, try await look(at: place)?.itself == nil else {
                throw error.folderError
            }
            return
        }
        switch answer.status {
        case 200, 204: return
        // Some of it could not be removed; the first of the reasons will do.
        case 207:
            let failed = try? Multistatus.read(answer.body).compactMap(\.status).first { $0 >= 300 }
            throw FolderError(webDAV: (failed ?? nil) ?? 207, "\(place)")
        default: throw FolderError(webDAV: answer.status, "\(place)")
        }
    }
}
