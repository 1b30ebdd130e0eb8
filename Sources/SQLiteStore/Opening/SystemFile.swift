import Glibc

/// The few calls of the operating system that SQLite does not make for us.
enum SystemFile {
    /// What `errno` says, as words.
    struct Failure: Error {
        let code: Int32
        init(code: Int32 = errno) { self.code = code }
        var reason: String { String(cString: strerror(code)) }
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    static func withDescriptor<Value>(
        _ path: String, _ flags: Int32, mode: mode_t = 0, _ body: (Int32) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let descriptor = open(path, flags | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw Failure() }
        defer { close(descriptor) }
        return try body(descriptor)
    }

    /// Directories on the way included. One that is there is left as it is.
    static func makeDirectory(_ path: String) throws(Failure) {
        let parent = parent(of: path)
        if !exists(parent) { try makeDirectory(parent) }
        if mkdir(path, 0o700) == 0 { return try sync(directory: parent) }
        guard errno == EEXIST else { throw Failure() }
    }

    static func parent(of path: String) -> String {
        var trimmed = Substring(path)
        while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
        guard let slash = trimmed.lastIndex(of: "/") else { return "." }
        return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
    }

    /// A new name in a directory survives a power cut only after this.
    static func sync(directory: String) throws(Failure) {
        try withDescriptor(directory, O_RDONLY | O_DIRECTORY) { descriptor throws(Failure) in
            guard fsync(descriptor) == 0 else { throw Failure() }
        }
    }

    static func read(_ descriptor: Int32, atMost limit: Int) throws(Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        var count = 0
        while count < limit {
            let got = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress! + count, limit - count) }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw Failure() }
            if got == 0 { break }
            count += got
        }
        return Array(bytes[..<count])
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
        var count = 0
        while count < bytes.count {
            let put = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + count, bytes.count - count) }
            if put < 0, errno == EINTR { continue }
            guard put >= 0 else { throw Failure() }
            count += put
        }
    }

    static func mode(of descriptor: Int32) throws(Failure) -> mode_t {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Failure() }
        return status.st_mode
    }
}
