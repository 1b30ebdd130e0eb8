import Glibc

/// Reads a directory into memory. Hidden files, symbolic links and whatever is not a plain file do not exist for it, so
/// nothing outside the directory can be reached, now or later.
struct FileTree {
    /// A directory in a directory in …: deeper is a loop of mounts or a mistake.
    private static let deepest = 16
    /// An app's shell, not a collection of films: everything is kept in memory, twice.
    private static let mostBytes = 64 << 20

    private(set) var files: [String: StaticFile] = [:]
    private var bytes = 0

    init(directory: String) throws(ServerError) {
        guard let root = Descriptor(open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) else {
            throw ServerError(call: "open", about: directory)
        }
        try read(root, path: "/", depth: 0)
    }

    private mutating func read(_ directory: Descriptor, path: String, depth: Int) throws(ServerError) {
        guard depth < Self.deepest else { throw ServerError(description: "\(path) is too deep") }
        for name in try Self.names(in: directory) where !name.hasPrefix(".") {
            guard let entry = Descriptor(openat(directory.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))
            else {
                if errno == ELOOP { continue }
                throw ServerError(call: "open", about: path + name)
            }
            var status = stat()
            guard fstat(entry.number, &status) == 0 else { throw ServerError(call: "fstat", about: path + name) }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: try read(entry, path: path + name + "/", depth: depth + 1)
            case S_IFREG: try add(entry, path: path + name, status)
            default: continue
            }
        }
    }

    private mutating func add(_ file: Descriptor, path: String, _ status: stat) throws(ServerError) {
        bytes += Int(status.st_size)
        guard bytes <= Self.mostBytes else {
            throw ServerError(description: "\(path): the files are too large to serve")
        }
        files[path] = StaticFile(
            bytes: try Self.contents(of: file, path: path), contentType: StaticFile.contentType(ofPath: path),
            modified: status.st_mtim.tv_sec)
    }

    private static func contents(of file: Descriptor, path: String) throws(ServerError) -> [UInt8] {
        var contents: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(file.number, &part, part.count)
            guard count >= 0 else { throw ServerError(call: "read", about: path) }
            guard count > 0 else { return contents }
            contents += part[..<count]
        }
    }

    private static func names(in directory: Descriptor) throws(ServerError) -> [String] {
        // The stream closes its descriptor, so it gets one of its own.
        guard let stream = fdopendir(dup(directory.number)) else { throw ServerError(call: "fdopendir") }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let name { names.append(name) }
        }
        return names.sorted()
    }
}
