/// A shared folder in memory: the reference of what the protocol means, and the folder of tests, with faults on order.
package actor MemoryFolder: SharedFolder {
    /// One call, as a fault rule and the record of calls see it.
    package struct Request: Equatable, Sendable {
        package enum Operation: Sendable { case list, read, write, delete, makeDirectory }

        package let operation: Operation
        package let path: RelativePath
    }

    package enum Fault: Equatable, Sendable {
        /// Nothing happens.
        case refuse(FolderError)
        /// It happens, but the answer is lost on its way back.
        case loseAnswer(FolderError)
    }

    package typealias FaultRule = @Sendable (Request) -> Fault?

    private enum Node {
        case directory
        case file([UInt8], ETag, modifiedAt: Int64)
    }

    private var nodes: [RelativePath: Node] = [:]
    private var faultRule: FaultRule?
    private var hidden: RelativePath?
    private var changes: Int64 = 0

    /// Every call so far, the refused ones too.
    package private(set) var requests: [Request] = []

    /// When anything at or below a directory last changed; kept where directories have tags.
    private var touched: [RelativePath: Int64] = [:]
    private let tagsDirectories: Bool

    /// The folder itself exists from the start unless `exists` is false. `tagsDirectories`: as OneDrive does for persons.
    package init(exists: Bool = true, tagsDirectories: Bool = false) {
        self.tagsDirectories = tagsDirectories
        if exists { nodes[.folder] = .directory }
    }

    package func list(_ directory: RelativePath) throws(FolderError) -> [FolderEntry] {
        try attempt(.list, directory) { () throws(FolderError) in
            try requireDirectory(directory)
            return entries(in: directory)
        }
    }

    package func read(_ file: RelativePath, limit: Int) throws(FolderError) -> FolderFile {
        try attempt(.read, file) { () throws(FolderError) in
            try requireDirectory(file.parent)
            guard let (bytes, etag) = try existing(file) else { throw .missing }
            guard bytes.count <= limit else { throw .damaged("\(file) has more than \(limit) bytes") }
            return FolderFile(bytes: bytes, etag: etag)
        }
    }

    package func write(
        _ bytes: [UInt8], to file: RelativePath, if precondition: Precondition
    ) throws(FolderError) -> ETag {
        try attempt(.write, file) { () throws(FolderError) in
            guard file.name != nil else { throw .damaged("the folder itself is not a file") }
            try requireDirectory(file.parent)
            try check(precondition, try existing(file)?.etag)
            return put(bytes, at: file)
        }
    }

    package func delete(_ path: RelativePath, if precondition: Precondition) throws(FolderError) {
        try attempt(.delete, path) { () throws(FolderError) in
            try requireDirectory(path.parent)
            if case .directory? = nodes[path] {
                guard entries(in: path).isEmpty else { throw .changed }
            } else {
                let etag = try existing(path)?.etag
                guard etag != nil || precondition != .none else { throw .missing }
                guard etag != nil else { throw .changed }
                try check(precondition, etag)
            }
            nodes[path] = nil
            touch(path)
        }
    }

    package func makeDirectory(_ directory: RelativePath) throws(FolderError) {
        try attempt(.makeDirectory, directory) { () throws(FolderError) in
            var path = RelativePath.folder
            nodes[path] = .directory
            for name in directory.names {
                guard let next = path.appending(name) else { throw .damaged("\(directory) is too deep") }
                if case .file? = nodes[next] { throw .damaged("\(next) is not a directory") }
                nodes[next] = .directory
                path = next
            }
            touch(directory)
        }
    }
}

extension MemoryFolder {
    /// Asked before every call; `nil` lifts all faults.
    package func setFaults(_ rule: FaultRule?) {
        faultRule = rule
    }

    /// Leaves a file out of listings, as a service does that is behind.
    package func hide(_ path: RelativePath?) {
        hidden = path
    }

    package func forgetRequests() {
        requests = []
    }

    /// Every file with its bytes, to compare before and after.
    package var files: [RelativePath: [UInt8]] {
        nodes.compactMapValues { if case .file(let bytes, _, _) = $0 { bytes } else { nil } }
    }

    /// What somebody else did to the folder, behind every fault and without a trace in `requests`.
    @discardableResult
    package func put(_ bytes: [UInt8], at file: RelativePath) -> ETag {
        changes += 1
        var parent = file.parent
        while parent != .folder {
            nodes[parent] = .directory
            parent = parent.parent
        }
        nodes[.folder] = .directory
        // A tag of its own for every write, as services do: equal bytes written twice have different tags.
        let etag = ETag("\"\(changes)\"")
        nodes[file] = .file(bytes, etag, modifiedAt: changes)
        touch(file)
        return etag
    }

    private func touch(_ path: RelativePath) {
        guard tagsDirectories else { return }
        changes += 1
        for length in 0...path.names.count {
            touched[RelativePath(path.names.prefix(length).joined(separator: "/")) ?? .folder] = changes
        }
    }

    package func remove(_ path: RelativePath) {
        touch(path)
        nodes = nodes.filter { $0.key != path && !$0.key.names.starts(with: path.names) }
    }
}

extension MemoryFolder {
    private func attempt<Answer>(
        _ operation: Request.Operation, _ path: RelativePath, _ work: () throws(FolderError) -> Answer
    ) throws(FolderError) -> Answer {
        let request = Request(operation: operation, path: path)
        requests.append(request)
        switch faultRule?(request) {
        case .refuse(let error): throw error
        case .loseAnswer(let error):
            _ = try work()
            throw error
        case nil: return try work()
        }
    }

    private func requireDirectory(_ path: RelativePath) throws(FolderError) {
        switch nodes[path] {
        case .directory: return
        case .file: throw .damaged("\(path) is not a directory")
        case nil: throw .missing
        }
    }

    private func existing(_ file: RelativePath) throws(FolderError) -> (bytes: [UInt8], etag: ETag)? {
        switch nodes[file] {
        case .file(let bytes, let etag, _): (bytes, etag)
        case .directory: throw .damaged("\(file) is a directory")
        case nil: nil
        }
    }

    private func check(_ precondition: Precondition, _ etag: ETag?) throws(FolderError) {
        switch precondition {
        case .none: return
        case .absent: guard etag == nil else { throw .changed }
        case .matches(let expected): guard etag == expected else { throw .changed }
        }
    }

    private func entries(in directory: RelativePath) -> [FolderEntry] {
        nodes.compactMap { path, node -> FolderEntry? in
            guard let name = path.name, path.parent == directory, path != hidden else { return nil }
            return switch node {
            case .directory:
                FolderEntry(
                    name: name, kind: .directory, etag: touched[path].map { ETag("\($0)") }, size: 0, modifiedAt: 0)
            case .file(let bytes, let etag, let modifiedAt):
                FolderEntry(name: name, kind: .file, etag: etag, size: bytes.count, modifiedAt: modifiedAt)
            }
        }
        .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
}
