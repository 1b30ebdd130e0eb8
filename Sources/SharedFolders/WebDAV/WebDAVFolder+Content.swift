/// A file's bytes with what the answer said of them.
struct WebDAVContent {
    let bytes: [UInt8]
    /// The opaque part of the server's tag.
    let tag: String?
    let stamp: WebDAVStamp
    /// The answer said how long it is: one that did not ends where the connection does.
    let isMeasured: Bool

    /// It can be trusted to be the whole file.
    var isWhole: Bool { isMeasured && stamp.isSettled }

    func file(_ tags: WebDAVCapabilities.Tags) -> FolderFile {
        FolderFile(bytes: bytes, etag: etag(tags))
    }

    func etag(_ tags: WebDAVCapabilities.Tags) -> ETag {
        switch tags {
        case .server: tag.map { ETag($0) } ?? stamp.etag ?? ContentTags.tag(of: bytes)
        case .stamps: stamp.etag ?? ContentTags.tag(of: bytes)
        case .content: ContentTags.tag(of: bytes)
        }
    }
}

/// Length and time of a file's last change, which stand for its content once they can not have been shared by two.
struct WebDAVStamp {
    let length: Int?
    /// Seconds since 1970, both by the server's clock.
    let modified: Int64?
    let now: Int64?

    /// Git's "racy" rule, as in `ContentTags`: within the same second, or two, a file may change again unseen.
    var isSettled: Bool {
        guard let modified, let now else { return false }
        return modified <= now - FolderLimits.settledMilliseconds / 1000
    }

    var etag: ETag? {
        guard let length, let modified, isSettled else { return nil }
        return ETag("\(length)-\(modified)")
    }
}

extension WebDAVFolder {
    /// The whole file as it is now, or as it is being written.
    func content(of place: RelativePath, limit: Int) async throws(FolderError) -> WebDAVContent {
        let request = TransferRequest(
            "GET", connection.address(place), bodyLimit: max(limit, WebDAVLimits.refusalBytes),
            deadline: TransferLimits.contentDeadline)
        let (answer, _) = try await connection.read(request)
        guard answer.status == 200 else { throw try await whyNot(answer.status, place) }
        guard answer.body.count <= limit else { throw .damaged("\(place) has more than \(limit) bytes") }
        // A sign-in page, or the list of a directory.
        let isPage = answer["content-type"]?.lowercased().hasPrefix("text/html") == true
        if isPage, place.name?.hasSuffix(".html") == false, place.name?.hasSuffix(".htm") == false {
            throw try await whyNot(200, place)
        }
        let stamp = WebDAVStamp(
            length: answer.body.count, modified: answer["last-modified"].flatMap(WebDAVResource.seconds),
            now: answer["date"].flatMap(WebDAVResource.seconds))
        return WebDAVContent(
            bytes: answer.body, tag: answer.tag, stamp: stamp, isMeasured: answer["content-length"] != nil)
    }

    /// `nil` when the file went away since it was listed.
    func entry(
        _ resource: WebDAVResource, in directory: RelativePath, _ listing: WebDAVListing,
        _ capabilities: WebDAVCapabilities
    ) async throws(FolderError) -> FolderEntry? {
        let modifiedAt = (resource.modified ?? 0) * 1000
        guard !resource.isCollection else {
            let tag = capabilities.marksDirectories ? resource.tag.map { ETag($0) } : nil
            return FolderEntry(name: resource.name, kind: .directory, etag: tag, size: 0, modifiedAt: modifiedAt)
        }
        guard let place = directory.appending(resource.name),
            let etag = try await etag(of: resource, at: place, now: listing.now, capabilities.tags)
        else { return nil }
        return FolderEntry(
            name: resource.name, kind: .file, etag: etag, size: resource.length ?? 0, modifiedAt: modifiedAt)
    }

    /// `nil` when the file is gone. A file that is too long to be ours is not read for its tag.
    func etag(
        of resource: WebDAVResource, at place: RelativePath, now: Int64?, _ tags: WebDAVCapabilities.Tags
    ) async throws(FolderError) -> ETag? {
        let stamp = WebDAVStamp(length: resource.length, modified: resource.modified, now: now)
        if tags == .server, let tag = resource.tag { return ETag(tag) }
        if tags != .content, let etag = stamp.etag { return etag }
        let unread = ETag("unread-\(resource.length ?? 0)-\(resource.modified ?? 0)")
        guard (resource.length ?? 0) <= FolderLimits.taggedFile else { return unread }
        do throws(FolderError) {
            return ContentTags.tag(of: try await content(of: place, limit: FolderLimits.taggedFile).bytes)
        } catch {
            switch error {
            case .missing: return nil
            // One file that can not be read does not hide the others; reading it will say what is wrong with it.
            case .denied, .damaged: return unread
            default: throw error
            }
        }
    }
}
