import Dispatch

/// A directory of this machine, below a root that the operator allowed. Works on a drive that is mounted over the
/// network or kept by a program such as Syncthing just as well: nothing is assumed about who else writes there.
///
/// Disk calls may hang for as long as a network drive pleases, so they run on a queue of their own, one after another.
/// Its target is the pool that Dispatch keeps small, so that a thousand folders are not a thousand threads.
package final class LocalFolder: SharedFolder {
    private let tree: DirectoryTree
    private let queue = DispatchQueue(label: "splitclone.local-folder", target: .global(qos: .utility))

    /// `root` must be absolute and is trusted (its own path may run through links); nothing below it is.
    package init(root: String, path: RelativePath = .folder) {
        tree = DirectoryTree(root: root, base: path)
    }

    package func list(_ directory: RelativePath) async throws(FolderError) -> [FolderEntry] {
        try await onDisk { tree throws(FolderError) in try tree.list(directory) }
    }

    package func read(_ file: RelativePath, limit: Int) async throws(FolderError) -> FolderFile {
        try await onDisk { tree throws(FolderError) in try tree.read(file, limit: limit) }
    }

    package func write(
        _ bytes: [UInt8], to file: RelativePath, if precondition: Precondition
    ) async throws(FolderError) -> ETag {
        try await onDisk { tree throws(FolderError) in try tree.write(bytes, to: file, if: precondition) }
    }

    package func delete(_ path: RelativePath, if precondition: Precondition) async throws(FolderError) {
        try await onDisk { tree throws(FolderError) in try tree.delete(path, if: precondition) }
    }

    package func makeDirectory(_ directory: RelativePath) async throws(FolderError) {
        try await onDisk { tree throws(FolderError) in try tree.makeDirectory(directory) }
    }

    private func onDisk<Answer: Sendable>(
        _ work: @escaping @Sendable (DirectoryTree) throws(FolderError) -> Answer
    ) async throws(FolderError) -> Answer {
        let result = await withCheckedContinuation {
            (waiting: CheckedContinuation<Result<Answer, FolderError>, Never>) in
            queue.async { [tree] in
                waiting.resume(returning: Result { () throws(FolderError) in try work(tree) })
            }
        }
        return try result.get()
    }
}
