import Cryptography
import Glibc
import Synchronization

/// The ETags of a directory's files: SHA-256 of the content, so that they mean the same after a restart, on a copy, and
/// to another program. Remembered by what `stat` says, so that an unchanged file is hashed once.
final class ContentTags: Sendable {
    private let known = Mutex<[FileStatus: ETag]>([:])

    static func tag(of bytes: [UInt8]) -> ETag {
        ETag(Hexadecimal.encode(SHA256.hash(bytes)))
    }

    /// 32 bytes in hexadecimal digits; a tag of another kind is rarely that long.
    static func isOne(_ tag: ETag) -> Bool {
        tag.text.utf8.count == 64
    }

    func tag(of name: String, in directory: borrowing Descriptor, _ status: FileStatus) throws(FolderError) -> ETag {
        if let tag = known.withLock({ $0[status] }) { return tag }
        guard status.size <= FolderLimits.taggedFile else { return Self.tag(unread: status) }
        let before = Self.now()
        let file = try directory.file(name)
        let opened = try file.status(name)
        let tag = Self.tag(of: try file.read(limit: FolderLimits.taggedFile, name))
        if Self.isSettled(opened, at: before) { remember(tag, of: opened) }
        return tag
    }

    /// Git's "racy" rule: a stamp as young as this may be shared by two contents.
    private static func isSettled(_ status: FileStatus, at now: Int64) -> Bool {
        let latest = max(status.modified, status.changed) / 1_000_000
        return latest <= now - FolderLimits.settledMilliseconds
    }

    private func remember(_ tag: ETag, of status: FileStatus) {
        known.withLock {
            if $0.count >= FolderLimits.rememberedTags { $0.removeAll() }
            $0[status] = tag
        }
    }

    /// Of a file that is too long to be ours, or can not be read: enough to see that it changed.
    static func tag(unread status: FileStatus) -> ETag {
        ETag("unread-\(status.inode)-\(status.size)-\(status.changed)")
    }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
