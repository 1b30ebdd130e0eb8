extension OneDriveFolder {
    /// The item below `base`, or `nil` when it really is not there. One request when it is; when the service says 404 it
    /// is asked again over seconds, then its parent is listed: what is listed is there, and reached by its id.
    func find(
        _ base: ItemAddress, _ names: [String], _ what: String, selecting: String = DriveItem.selection
    ) async throws(FolderError) -> DriveItem? {
        let address = base.below(names)
        if let item = try await look(address, what, selecting), names.isEmpty || item.isNamed(names[names.count - 1]) {
            return item
        }
        guard let name = names.last else { return nil }
        guard case .items(let siblings) = try await calls.children(of: base.below(names.dropLast()), what) else {
            // The directory is gone as well: perhaps all is.
            if let root = place.root { try await requireRoot(root) }
            return nil
        }
        guard let listed = siblings.first(where: { $0.isNamed(name) }) else { return nil }
        guard let drive = listed.driveID ?? place.root?.drive else { throw Self.lagging(what) }
        guard let item = try await look(.item(listed.id, in: drive), what, selecting) else { throw Self.lagging(what) }
        return item
    }

    private func look(_ address: ItemAddress, _ what: String, _ selecting: String) async throws(FolderError)
        -> DriveItem?
    {
        if let item = try await calls.item(address, what, selecting: selecting) { return item }
        for wait in OneDriveLimits.secondLooks {
            try await pause(wait)
            if let item = try await calls.item(address, what, selecting: selecting) { return item }
        }
        return nil
    }

    /// The address of a directory that exists, by its id: nothing that is put there can make a missing one by itself.
    func directory(_ path: RelativePath) async throws(FolderError) -> ItemAddress {
        let root = try await location()
        if let known = place.directory(path) { return .item(known, in: root.drive) }
        let base = ItemAddress.item(root.item, in: root.drive)
        guard let item = try await find(base, path.names, path.description) else {
            try await requireRoot(root)
            throw .missing
        }
        guard item.kind == .folder else { throw .damaged("\(path) is not a folder") }
        place.found(path, item.id)
        return .item(item.id, in: root.drive)
    }

    /// Below a folder that is gone nothing is merely missing.
    func requireRoot(_ root: OneDriveRoot) async throws(FolderError) {
        let address = ItemAddress.item(root.item, in: root.drive)
        if try await look(address, "the folder", DriveItem.selection) == nil { throw Self.lost }
    }

    func pause(_ time: Duration) async throws(FolderError) {
        do { try await account.clock.sleep(time) } catch { throw .unreachable("cancelled") }
    }

    /// Somewhere between half of it and all of it, so that two homes do not meet again.
    func pause(after attempt: Int) async throws(FolderError) {
        try await pause(OneDriveLimits.firstPause * (1 << min(attempt, 6)) * (0.5 + account.clock.chance() / 2))
    }

    static func lagging(_ what: String) -> FolderError {
        .unreachable("OneDrive does not give \(what) yet, although it is there")
    }
}
