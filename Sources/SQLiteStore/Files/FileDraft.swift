import Glibc

/// What the operating system says against reading or writing a file.
package struct FileFailure: Error, Hashable, Sendable {
    package let path: String
    package let reason: String
    package let isMissing: Bool

    init(_ path: String, _ failure: SystemFile.Failure) {
        self.path = path
        reason = failure.reason
        isMissing = failure.code == ENOENT
    }
}

/// A file that is there whole or not at all, for its owner alone: written under another name beside its own, synced,
/// renamed, and the directory synced. Whatever was there under its name stays until then.
package final class FileDraft {
    /// A draft says whose it is, so that what a killed process left can be told from what is being written.
    private static let ending = ".draft"

    private let path: String
    private let draft: String
    private var descriptor: Int32

    package init(_ path: String) throws(FileFailure) {
        self.path = path
        draft = "\(path).\(getpid())\(Self.ending)"
        unlink(draft)
        descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileFailure(draft, SystemFile.Failure()) }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        unlink(draft)
    }

    package func write(_ bytes: [UInt8]) throws(FileFailure) {
        do throws(SystemFile.Failure) {
            try SystemFile.write(bytes, to: descriptor)
        } catch {
            throw FileFailure(draft, error)
        }
    }

    /// On the disk, under the draft's own name still: for who wants to look at it before it counts.
    package func sync() throws(FileFailure) -> String {
        guard fsync(descriptor) == 0 else { throw FileFailure(draft, SystemFile.Failure()) }
        return draft
    }

    /// The file is there from now on, also after a power cut.
    package func commit() throws(FileFailure) {
        _ = try sync()
        guard rename(draft, path) == 0 else { throw FileFailure(path, SystemFile.Failure()) }
        close(descriptor)
        descriptor = -1
        do throws(SystemFile.Failure) {
            try SystemFile.sync(directory: SystemFile.parent(of: path))
        } catch {
            throw FileFailure(path, error)
        }
    }

    /// Removes drafts in a directory whose processes are gone.
    package static func sweep(_ directory: String) throws(FileFailure) {
        for name in try Directory.names(in: directory) where name.hasSuffix(ending) {
            let words = name.dropLast(ending.count).split(separator: ".")
            guard let process = words.last.flatMap({ pid_t($0) }), process != getpid() else { continue }
            if kill(process, 0) != 0, errno == ESRCH { unlink("\(directory)/\(name)") }
        }
    }
}

/// A file that is read from its beginning on, a part at a time.
package final class FileSource {
    private let path: String
    private let descriptor: Int32

    package init(_ path: String) throws(FileFailure) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure(path, SystemFile.Failure()) }
    }

    deinit { close(descriptor) }

    package var length: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    package func goTo(_ offset: Int) throws(FileFailure) {
        guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw FileFailure(path, SystemFile.Failure()) }
    }

    /// Fewer bytes only at the end.
    package func read(_ count: Int) throws(FileFailure) -> [UInt8] {
        do throws(SystemFile.Failure) {
            return try SystemFile.read(descriptor, atMost: count)
        } catch {
            throw FileFailure(path, error)
        }
    }
}
