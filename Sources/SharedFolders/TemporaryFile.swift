import Glibc

/// The new content of a file, on the disk but not yet under its name.
struct TemporaryFile {
    private let name: String

    init(in directory: borrowing Descriptor, holding bytes: [UInt8]) throws(FolderError) {
        name = TemporaryName.fresh()
        let file = try directory.newFile(name)
        do {
            try file.write(bytes, name)
            try file.synchronize(name)
        } catch {
            remove(from: directory)
            throw error
        }
    }

    func rename(to target: String, in directory: borrowing Descriptor, replacing: Bool) throws(FolderError) {
        guard !replacing else {
            guard renameat(directory.number, name, directory.number, target) == 0 else {
                throw FolderError(errno: errno, target)
            }
            return
        }
        // linkat never replaces, on any file system that has links; where there are none (FAT), the check under the
        // lock just before has to do.
        if linkat(directory.number, name, directory.number, target, 0) == 0 {
            remove(from: directory)
        } else if [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) {
            try rename(to: target, in: directory, replacing: true)
        } else {
            throw FolderError(errno: errno, target)
        }
    }

    func remove(from directory: borrowing Descriptor) {
        _ = unlinkat(directory.number, name, 0)
    }

    /// What earlier writers left behind when they were killed. Ages are compared by the directory's own clock; failing
    /// here harms nobody, since these names are never listed.
    func removeLeftovers(from directory: borrowing Descriptor) {
        guard let now = try? directory.status(name).modified, let names = try? directory.names() else { return }
        let oldest = now - FolderLimits.temporaryFileMilliseconds * 1_000_000
        for name in names where TemporaryName.isOne(name) {
            guard let status = try? directory.status(of: name), status.kind == .file, status.modified < oldest else {
                continue
            }
            _ = unlinkat(directory.number, name, 0)
        }
    }
}
