import Glibc
import Synchronization

/// Where a server keeps everything: the database and, unless systemd hands it over, the master key.
package struct DataDirectory: Sendable {
    package let path: String
    package var database: String { path + "/splitclone.sqlite" }
    package var masterKey: String { path + "/master.key" }
    /// Where folder connections of kind `directory` live unless `--folder-root` says otherwise.
    package var folders: String { path + "/folders" }

    /// One to be looked at as it is.
    init(existing path: String) { self.path = path }

    /// Makes the directory and the one for folders in it, for their owner alone, if they are not there.
    package init(_ path: String) throws(StoreOpeningError) {
        self.path = path
        do throws(SystemFile.Failure) {
            try SystemFile.makeDirectory(path)
            try SystemFile.makeDirectory(folders)
            try SystemFile.withDescriptor(path, O_RDONLY | O_DIRECTORY) { _ in }
        } catch {
            throw .directoryUnusable(path: path, reason: error.reason)
        }
        guard access(path, W_OK | X_OK) == 0 else {
            throw .directoryUnusable(path: path, reason: SystemFile.Failure().reason)
        }
    }

    /// Makes the database file before SQLite does, for its owner alone: SQLite gives its `-wal` and `-shm` the same mode.
    func makeDatabaseFile() throws(StoreOpeningError) {
        do throws(SystemFile.Failure) {
            try SystemFile.withDescriptor(database, O_RDWR | O_CREAT, mode: 0o600) { _ in }
            try SystemFile.sync(directory: path)
        } catch {
            throw error.code == ENOSPC ? .unusable(.full) : .directoryUnusable(path: path, reason: error.reason)
        }
    }
}

/// Keeps a second *server* out of a data directory. Commands (`account`, `token`) do not take it and work beside a running
/// server. The kernel lets go of it when the process ends, however it ends.
final class ServerLock: Sendable {
    private let held: Atomic<Int32>

    init(_ directory: DataDirectory) throws(StoreOpeningError) {
        let descriptor = open(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        held = Atomic(descriptor)
        guard descriptor >= 0 else {
            throw .directoryUnusable(path: directory.path, reason: SystemFile.Failure().reason)
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let failure = SystemFile.Failure()
            if failure.code == EWOULDBLOCK { throw .inUse(path: directory.path) }
            throw .directoryUnusable(path: directory.path, reason: failure.reason)
        }
    }

    func release() {
        let descriptor = held.exchange(-1, ordering: .acquiringAndReleasing)
        if descriptor >= 0 { close(descriptor) }
    }

    deinit { release() }
}
