import Glibc

/// An open file or directory, closed when it goes out of scope.
struct Descriptor: ~Copyable {
    let number: CInt

    /// Takes over what `open` answered; a negative number becomes the error that `errno` names.
    init(_ answer: CInt, _ subject: String) throws(FolderError) {
        guard answer >= 0 else { throw FolderError(errno: errno, subject) }
        number = answer
    }

    deinit {
        close(number)
    }

    /// The directory `name` inside this one; a link is refused, wherever it points.
    borrowing func directory(_ name: String) throws(FolderError) -> Descriptor {
        try Descriptor(openat(number, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), name)
    }

    /// The regular file `name` inside this directory, for reading. `O_NONBLOCK`: opening a pipe must not wait.
    borrowing func file(_ name: String) throws(FolderError) -> Descriptor {
        let file = try Descriptor(openat(number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC), name)
        guard try file.status(name).kind == .file else { throw .damaged("\(name) is not a file") }
        return file
    }

    /// A new file that nobody else has open.
    borrowing func newFile(_ name: String) throws(FolderError) -> Descriptor {
        try Descriptor(openat(number, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666), name)
    }

    borrowing func status(_ subject: String) throws(FolderError) -> FileStatus {
        var raw = stat()
        guard fstat(number, &raw) == 0 else { throw FolderError(errno: errno, subject) }
        return FileStatus(raw)
    }

    /// Of what `name` itself is in this directory, not of what it may point to; `nil` when there is nothing.
    borrowing func status(of name: String) throws(FolderError) -> FileStatus? {
        var raw = stat()
        guard fstatat(number, name, &raw, AT_SYMLINK_NOFOLLOW) != 0 else { return FileStatus(raw) }
        guard errno == ENOENT else { throw FolderError(errno: errno, name) }
        return nil
    }

    /// Keeps the writers of this directory apart, also those of other processes of this machine, until it is closed.
    /// Advisory, and absent on some network drives: there a check just before the write has to do.
    borrowing func lock() {
        while flock(number, LOCK_EX) != 0, errno == EINTR {}
    }

    /// Makes what was written, or the names in this directory, survive a power cut. A file system that has no such call
    /// for directories says `EINVAL` and has nothing to wait for.
    borrowing func synchronize(_ subject: String) throws(FolderError) {
        guard fsync(number) != 0, errno != EINVAL else { return }
        throw FolderError(errno: errno, subject)
    }
}

/// The part of `stat` that tells one state of a file from another.
struct FileStatus: Hashable {
    let kind: FolderEntry.Kind
    let size: Int
    let device: UInt
    let inode: UInt
    let modified: Int64
    let changed: Int64

    init(_ raw: stat) {
        kind =
            switch raw.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .directory
            default: .other
            }
        size = raw.st_size
        device = raw.st_dev
        inode = raw.st_ino
        modified = Self.nanoseconds(raw.st_mtim)
        changed = Self.nanoseconds(raw.st_ctim)
    }

    /// A clock far off must not overflow: what does not fit is taken as the largest.
    private static func nanoseconds(_ time: timespec) -> Int64 {
        let (product, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .max : product &+ Int64(time.tv_nsec)
    }
}
