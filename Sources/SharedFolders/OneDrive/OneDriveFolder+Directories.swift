extension OneDriveFolder {
    package func makeDirectory(_ directory: RelativePath) async throws(FolderError) {
        let root = try await makeRoot()
        var parent = ItemAddress.item(root.item, in: root.drive)
        var path = RelativePath.folder
        for name in directory.names {
            guard let next = path.appending(name) else { throw .damaged("\(directory) is too deep") }
            path = next
            if let known = place.directory(path) {
                parent = .item(known, in: root.drive)
                continue
            }
            let (item, isNew) = try await makeFolder(name, in: parent, path.description)
            if isNew {
                place.made(path, item.id, at: account.clock.elapsed())
            } else {
                place.found(path, item.id)
            }
            parent = .item(item.id, in: root.drive)
        }
    }

    /// The folder itself, level by level below the drive's root. One that was found once is not made again.
    private func makeRoot() async throws(FolderError) -> OneDriveRoot {
        if let known = place.root {
            try await requireRoot(known)
            return known
        }
        guard case .path(let path) = root else { throw Self.lost }
        guard !path.names.isEmpty else { return try await location() }
        var parent = ItemAddress.ownDrive
        var found: OneDriveRoot?
        for (depth, name) in path.names.enumerated() {
            let what = path.names.prefix(depth + 1).joined(separator: "/")
            let item = try await makeFolder(name, in: parent, what).item
            if depth == path.names.count - 1 { return try settle(item, what) }
            guard let drive = item.remote?.drive ?? item.driveID else { throw DriveCalls.unreadable }
            found = OneDriveRoot(drive: drive, item: item.remote?.item ?? item.id)
            guard let found else { throw DriveCalls.unreadable }
            parent = .item(found.item, in: found.drive)
        }
        throw DriveCalls.unreadable
    }

    private func makeFolder(
        _ name: String, in parent: ItemAddress, _ what: String
    ) async throws(FolderError) -> (item: DriveItem, isNew: Bool) {
        for wait in [nil] + OneDriveLimits.newFolderWaits.map({ $0 as Duration? }) {
            if let wait { try await pause(wait) }
            let isNew: Bool
            switch try await calls.makeFolder(name, in: parent) {
            case .folder(let item): return (item, true)
            case .somewhere: isNew = true
            case .nameTaken: isNew = false
            case .parentMissing: continue
            }
            guard let item = try await find(parent, [name], what) else { continue }
            guard item.kind == .folder || item.remote != nil else {
                throw .damaged("\(what) is not a folder in OneDrive")
            }
            return (item, isNew)
        }
        throw Self.lagging(what)
    }

    /// By id, after a look; a condition on the request itself fails on some drives for good.
    package func delete(_ path: RelativePath, if precondition: Precondition) async throws(FolderError) {
        let root = try await location()
        guard let item = try await item(at: path, root) else {
            guard precondition == .none else { throw .changed }
            throw .missing
        }
        switch (item.kind, precondition) {
        case (.folder, _): try await requireEmpty(item, path, root)
        case (_, .none): break
        case (_, .absent): throw .changed
        case (_, .matches(let etag)): guard DriveTag(etag).names(item) else { throw .changed }
        }
        for _ in 0..<OneDriveLimits.deleteAttempts {
            // Not found: gone, also by a request of ours whose answer was lost, or only overlooked.
            var isGone = try await calls.delete(item.id, in: root.drive, path.description)
            if !isGone { isGone = try await self.item(at: path, root)?.id != item.id }
            if isGone { return place.forget(path) }
        }
        throw Self.lagging(path.description)
    }

    private func item(at path: RelativePath, _ root: OneDriveRoot) async throws(FolderError) -> DriveItem? {
        guard let name = path.name else { return try await find(.item(root.item, in: root.drive), [], "the folder") }
        return try await find(try await directory(path.parent), [name], path.description)
    }

    private func requireEmpty(_ item: DriveItem, _ path: RelativePath, _ root: OneDriveRoot) async throws(FolderError) {
        switch try await calls.children(of: .item(item.id, in: root.drive), path.description) {
        case .items(let items): guard items.isEmpty else { throw .changed }
        case .missing: throw Self.lagging(path.description)
        case .refused(let error): throw error
        }
    }
}
