import Glibc

/// The blocking half of `LocalFolder`. Every path is walked name by name from the root with `openat` and `O_NOFOLLOW`:
/// whoever can write into the folder can not lead us out of it with a link, not even one that appears meanwhile.
final class DirectoryTree: Sendable {
    let root: String
    let base: RelativePath
    let tags = ContentTags()

    init(root: String, base: RelativePath) {
        self.root = root
        self.base = base
    }

    func list(_ path: RelativePath) throws(FolderError) -> [FolderEntry] {
        let directory = try open(path)
        var entries: [FolderEntry] = []
        for name in try directory.names() where !TemporaryName.isOne(name) {
            if let entry = try self.entry(name, in: directory) { entries.append(entry) }
        }
        return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    func read(_ path: RelativePath, limit: Int) throws(FolderError) -> FolderFile {
        let name = try Self.fileName(path)
        let directory = try open(path.parent)
        let bytes = try directory.file(name).read(limit: limit, name)
        return FolderFile(bytes: bytes, etag: ContentTags.tag(of: bytes))
    }

    func write(_ bytes: [UInt8], to path: RelativePath, if precondition: Precondition) throws(FolderError) -> ETag {
        let name = try Self.fileName(path)
        let directory = try open(path.parent)
        let etag = ContentTags.tag(of: bytes)
        let temporary = try TemporaryFile(in: directory, holding: bytes)
        do throws(FolderError) {
            directory.lock()
            try check(precondition, name, in: directory)
            try temporary.rename(to: name, in: directory, replacing: precondition != .absent)
        } catch {
            temporary.remove(from: directory)
            throw error
        }
        try directory.synchronize(name)
        temporary.removeLeftovers(from: directory)
        return etag
    }

    func delete(_ path: RelativePath, if precondition: Precondition) throws(FolderError) {
        let name = try Self.fileName(path)
        let directory = try open(path.parent)
        directory.lock()
        guard let status = try directory.status(of: name) else { throw precondition == .none ? .missing : .changed }
        if status.kind == .file { try check(precondition, name, in: directory) }
        guard unlinkat(directory.number, name, status.kind == .directory ? AT_REMOVEDIR : 0) == 0 else {
            throw FolderError(errno: errno, name)
        }
        try directory.synchronize(name)
    }

    func makeDirectory(_ path: RelativePath) throws(FolderError) {
        var directory = try openRoot()
        for name in base.names + path.names {
            if mkdirat(directory.number, name, 0o777) == 0 {
                try directory.synchronize(name)
            } else if errno != EEXIST {
                throw FolderError(errno: errno, name)
            }
            directory = try directory.directory(name)
        }
    }
}

extension DirectoryTree {
    /// A root that is not there is a drive that is not mounted: nothing may be concluded about the files on it.
    private func openRoot() throws(FolderError) -> Descriptor {
        do {
            return try Descriptor(Glibc.open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC), root)
        } catch .missing {
            throw .unreachable("\(root) is not there")
        } catch {
            throw error
        }
    }

    private func open(_ path: RelativePath) throws(FolderError) -> Descriptor {
        var directory = try openRoot()
        for name in base.names + path.names {
            directory = try directory.directory(name)
        }
        return directory
    }

    private static func fileName(_ path: RelativePath) throws(FolderError) -> String {
        guard let name = path.name else { throw .damaged("the folder itself is not a file") }
        return name
    }

    /// `nil` when the file went away since its name was read.
    private func entry(_ name: String, in directory: borrowing Descriptor) throws(FolderError) -> FolderEntry? {
        guard let status = try directory.status(of: name) else { return nil }
        var etag: ETag?
        if status.kind == .file {
            do {
                etag = try tags.tag(of: name, in: directory, status)
            } catch .missing {
                return nil
            } catch {
                // One file that can not be read does not hide the others; reading it will say what is wrong with it.
                etag = ContentTags.tag(unread: status)
            }
        }
        return FolderEntry(
            name: name, kind: status.kind, etag: etag, size: status.kind == .file ? status.size : 0,
            modifiedAt: status.modified / 1_000_000)
    }

    private func check(
        _ precondition: Precondition, _ name: String, in directory: borrowing Descriptor
    ) throws(FolderError) {
        guard let status = try directory.status(of: name) else {
            if case .matches = precondition { throw .changed }
            return
        }
        guard precondition != .absent else { throw .changed }
        guard status.kind == .file else { throw .damaged("\(name) is not a file") }
        guard case .matches(let expected) = precondition else { return }
        guard try tags.tag(of: name, in: directory, status) == expected else { throw .changed }
    }
}
