extension OneDriveFolder {
    package func list(_ directory: RelativePath) async throws(FolderError) -> [FolderEntry] {
        let root = try await location()
        let base = ItemAddress.item(root.item, in: root.drive)
        let known = place.directory(directory)
        let address = known.map { ItemAddress.item($0, in: root.drive) } ?? base.below(directory.names)
        let what = directory == .folder ? "the folder" : directory.description
        switch try await calls.children(of: address, what) {
        // The list of a file may be empty instead of refused: nothing can only be believed of a folder.
        case .items(let items) where !items.isEmpty || known != nil:
            return entries(items, in: directory)
        case .items, .refused:
            return try await listAgain(directory, root, isEmpty: true)
        case .missing:
            place.forget(directory)
            return try await listAgain(directory, root, isEmpty: false)
        }
    }

    /// By the id of what is found at the path now.
    private func listAgain(
        _ directory: RelativePath, _ root: OneDriveRoot, isEmpty: Bool
    ) async throws(FolderError) -> [FolderEntry] {
        if directory == .folder { try await requireRoot(root) }
        let isNew = place.isNew(directory, at: account.clock.elapsed())
        let address = try await self.directory(directory)
        switch try await calls.children(of: address, directory.description) {
        case .items(let items): return entries(items, in: directory)
        case .refused(let error): throw error
        case .missing:
            if isNew { return [] }
            throw Self.lagging(directory.description)
        }
    }

    private func entries(_ items: [DriveItem], in directory: RelativePath) -> [FolderEntry] {
        for item in items where item.kind == .folder {
            if let path = directory.appending(item.name) { place.found(path, item.id) }
        }
        return items.filter { !$0.name.isEmpty && !TemporaryName.isOne($0.name) }
            .map { item in
                let kind: FolderEntry.Kind =
                    switch item.kind {
                    case .file: .file
                    case .folder: .directory
                    case .other: .other
                    }
                return FolderEntry(
                    name: item.name, kind: kind, etag: item.etag, size: kind == .file ? item.size : 0,
                    modifiedAt: item.modifiedAt)
            }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    package func read(_ file: RelativePath, limit: Int) async throws(FolderError) -> FolderFile {
        guard let found = try await self.file(file) else { throw .missing }
        return try await read(found, file, limit: limit)
    }

    /// The item at `file`, with the address of its bytes; `nil` when nothing is there.
    func file(_ file: RelativePath) async throws(FolderError) -> DriveItem? {
        guard let name = file.name else { throw .damaged("the folder itself is not a file") }
        let item = try await find(
            try await directory(file.parent), [name], file.description, selecting: DriveItem.selectionWithDownload)
        guard let item else {
            // Whoever deleted the directory took the file with it.
            place.forget(file.parent)
            return nil
        }
        guard item.kind == .file else { throw .damaged("\(file) is not a file in OneDrive") }
        return item
    }

    /// Every byte that the metadata promise, under the tag that they name. A download address that is refused is asked
    /// for anew once; bytes that are not the file, which some networks give, a few times.
    func read(_ found: DriveItem, _ file: RelativePath, limit: Int) async throws(FolderError) -> FolderFile {
        var item = found
        let drive = try await location().drive
        for attempt in 0..<OneDriveLimits.readAttempts {
            guard item.size <= limit else { throw .damaged("\(file) has more than \(limit) bytes") }
            guard let etag = item.tag else { throw DriveCalls.unreadable }
            let refusal: FolderError
            switch try await calls.content(of: item, in: drive, file.description) {
            case .bytes(let bytes): return FolderFile(bytes: bytes, etag: etag)
            case .stale(let error): refusal = error
            }
            if attempt == OneDriveLimits.readAttempts - 1 {
                throw refusal == .missing ? Self.lagging(file.description) : refusal
            }
            if case .denied = refusal, attempt > 0 { throw refusal }
            try await pause(after: attempt)
            guard let fresh = try await self.file(file) else { throw .missing }
            item = fresh
        }
        throw DriveCalls.unreadable
    }
}
