import Glibc

/// The data directory: is it there, ours alone, with room, and does it keep what it is given?
struct DirectoryExamination {
    /// Below this the next days are at risk; below the other one, the next writes.
    private static let scarceBytes = 500 << 20
    private static let lastBytes = 50 << 20
    /// A write that takes longer to reach the disk is felt by everybody who records something.
    private static let slowSync = Duration.milliseconds(250)
    /// A file's time stamp that is further from the clock was made by another machine's.
    private static let clockSlack = 5

    let path: String

    func findings() -> [Finding] {
        var status = stat()
        guard stat(path, &status) == 0 else { return [absent()] }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            return [.error("data", "\(path) is no directory", remedy: "name another one with --data DIR")]
        }
        return [owner(status), mode(status)] + files() + [room()] + keeping()
    }

    private func absent() -> Finding {
        let reason = String(cString: strerror(errno))
        return errno == ENOENT
            ? .error(
                "data", "there is no \(path)", remedy: "“splitclone serve” makes it, or name another with --data DIR")
            : .error("data", "\(path) cannot be looked at (\(reason))", remedy: "run this as the user that serves")
    }

    private func owner(_ status: stat) -> Finding {
        if status.st_uid == geteuid() { return .ok("data", "\(path) belongs to the user who asks") }
        let owner = getpwuid(status.st_uid).map { String(cString: $0.pointee.pw_name) } ?? "\(status.st_uid)"
        let message = "\(path) belongs to \(owner)"
        return geteuid() == 0
            ? .warning(
                "data", message + ", and you are root",
                remedy: "run splitclone as \(owner), so that no file of root stays there")
            : .error("data", message, remedy: "run this as \(owner)")
    }

    private func mode(_ status: stat) -> Finding {
        guard status.st_mode & 0o077 != 0 else { return .ok("permissions", "the data directory is its owner's alone") }
        return .warning(
            "permissions", "others may look into the data directory (mode \(Self.octal(status.st_mode)))",
            remedy: "chmod 700 \(path)")
    }

    /// The key and the database, and SQLite's files beside it.
    private func files() -> [Finding] {
        ["master.key", "splitclone.sqlite", "splitclone.sqlite-wal", "splitclone.sqlite-shm"].compactMap { name in
            var status = stat()
            guard lstat(path + "/" + name, &status) == 0, status.st_mode & 0o077 != 0 else { return nil }
            return .error(
                "permissions", "others may use \(name) (mode \(Self.octal(status.st_mode)))",
                remedy: "chmod 600 \(path)/\(name)")
        }
    }

    private func room() -> Finding {
        var disk = statvfs()
        guard statvfs(path, &disk) == 0 else {
            return .error("disk", "its free space is not told (\(String(cString: strerror(errno))))", remedy: nil)
        }
        let free = Int(clamping: UInt64(disk.f_bavail) * UInt64(disk.f_frsize))
        let message = "\(free >> 20) MiB are free for \(path)"
        if disk.f_files > 0, disk.f_favail == 0 {
            return .error("disk", "the disk can take no more files", remedy: "remove files there")
        }
        if free < Self.lastBytes {
            return .error("disk", message, remedy: "make room, or nothing can be recorded soon")
        }
        return free < Self.scarceBytes
            ? .warning("disk", message, remedy: "make room before it is full") : .ok("disk", message)
    }

    /// Writes a file of its own, sees it on the disk, and takes it away.
    private func keeping() -> [Finding] {
        let probe = "\(path)/.doctor.\(getpid())"
        let descriptor = open(probe, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return [unkept()] }
        defer {
            close(descriptor)
            unlink(probe)
        }
        var bytes = [UInt8](repeating: 0x53, count: 4096)
        let start = ContinuousClock.now
        guard write(descriptor, &bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else { return [unkept()] }
        let took = start.duration(to: .now)
        let milliseconds = Int(took / .milliseconds(1))
        let written = Finding.ok("disk", "a write reaches the disk within \(milliseconds) ms")
        let slow = Finding.warning(
            "disk", "a write takes \(milliseconds) ms to reach the disk",
            remedy: "keep the data directory on a local, healthy disk")
        return [took > Self.slowSync ? slow : written] + stamp(descriptor)
    }

    private func unkept() -> Finding {
        .error(
            "disk", "nothing can be kept in \(path) (\(String(cString: strerror(errno))))",
            remedy: "check that the disk is mounted for writing and healthy, and that this user may write there")
    }

    /// Whether the disk and this machine have one clock.
    private func stamp(_ descriptor: CInt) -> [Finding] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return [] }
        let difference = abs(status.st_mtim.tv_sec - time(nil))
        guard difference > Self.clockSlack else { return [] }
        return [
            .warning(
                "clock", "the clock of the data directory's disk is \(difference) s off this machine's",
                remedy: "set both by the same time server")
        ]
    }

    private static func octal(_ mode: mode_t) -> String { String(mode & 0o7777, radix: 8) }
}
