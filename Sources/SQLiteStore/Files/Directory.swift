import Glibc

/// The names in a directory, and directories that are there only for a while.
package enum Directory {
    /// In order, without `.` and `..`.
    package static func names(in path: String) throws(FileFailure) -> [String] {
        guard let directory = opendir(path) else { throw FileFailure(path, SystemFile.Failure()) }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// With the directories on the way, for their owner alone.
    package static func make(_ path: String) throws(FileFailure) {
        do throws(SystemFile.Failure) {
            try SystemFile.makeDirectory(path)
        } catch {
            throw FileFailure(path, error)
        }
    }

    package static func removeFile(_ path: String) throws(FileFailure) {
        guard unlink(path) == 0 else { throw FileFailure(path, SystemFile.Failure()) }
    }
}

/// A directory for one piece of work, gone with everything in it afterwards.
package final class ScratchDirectory {
    private static let ending = ".scratch"

    package let path: String

    /// - Parameter parent: where there is room for a whole database.
    package init(in parent: String) throws(FileFailure) {
        var last = 0
        while true {
            last += 1
            let path = "\(parent)/\(last).\(getpid())\(Self.ending)"
            if mkdir(path, 0o700) == 0 {
                self.path = path
                return
            }
            guard errno == EEXIST, last < 100 else { throw FileFailure(path, SystemFile.Failure()) }
        }
    }

    deinit { Self.remove(path) }

    /// Files, and directories one below the other.
    private static func remove(_ path: String) {
        for name in (try? Directory.names(in: path)) ?? [] {
            let entry = "\(path)/\(name)"
            if unlink(entry) != 0 { remove(entry) }
        }
        rmdir(path)
    }

    /// Removes those of processes that are gone.
    package static func sweep(_ parent: String) throws(FileFailure) {
        for name in try Directory.names(in: parent) where name.hasSuffix(ending) {
            let words = name.dropLast(ending.count).split(separator: ".")
            guard let process = words.last.flatMap({ pid_t($0) }), process != getpid() else { continue }
            if kill(process, 0) != 0, errno == ESRCH { remove("\(parent)/\(name)") }
        }
    }
}
