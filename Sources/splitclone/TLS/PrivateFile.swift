import Glibc

/// A small file for its owner alone. It is there whole or not at all, also after a power cut.
enum PrivateFile {
    static func makeDirectory(_ path: String) throws {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure(path) }
    }

    static func write(_ bytes: [UInt8], to path: String) throws {
        let draft = path + ".new"
        unlink(draft)
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure(draft) }
        defer { close(file) }
        guard Glibc.write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0, rename(draft, path) == 0 else {
            throw failure(path)
        }
    }

    private static func failure(_ path: String) -> CommandFailure {
        CommandFailure(
            .failed, "\(path) cannot be written: \(String(cString: strerror(errno)))",
            hint: "the user that serves has to be able to write there")
    }
}
