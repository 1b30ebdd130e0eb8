/// The places of this machine in which shared folders may lie (`--folder-root`); nothing outside is ever opened.
package struct FolderRoots: Sendable {
    private let roots: [String]

    /// Absolute paths, in the operator's order; others are left out. `/` itself is a root like any other.
    package init(_ paths: [String]) {
        roots = paths.filter { $0.hasPrefix("/") }.map(Self.withoutTrailingSlashes)
    }

    /// The folder `path` inside `directory`, which is absolute or relative to the first root; `nil` when that is not
    /// inside any root.
    package func folder(directory: String, path: RelativePath = .folder) -> LocalFolder? {
        guard let (root, place) = locate(directory), let whole = place.appending(path) else { return nil }
        return LocalFolder(root: root, path: whole)
    }

    package func contains(_ directory: String) -> Bool {
        locate(directory) != nil
    }

    /// Of nested roots the innermost, which is the one whose absence tells most.
    private func locate(_ directory: String) -> (root: String, place: RelativePath)? {
        guard directory.hasPrefix("/") else {
            guard let first = roots.first, let place = RelativePath(directory) else { return nil }
            return (first, place)
        }
        let directory = Self.withoutTrailingSlashes(directory)
        var found: (root: String, place: RelativePath)?
        for root in roots where root.utf8.count > (found?.root.utf8.count ?? -1) {
            if let place = Self.place(of: directory, in: root) { found = (root, place) }
        }
        return found
    }

    private static func place(of directory: String, in root: String) -> RelativePath? {
        if directory == root { return .folder }
        let start = root == "/" ? root : root + "/"
        guard directory.hasPrefix(start) else { return nil }
        return RelativePath(directory.dropFirst(start.count))
    }

    private static func withoutTrailingSlashes(_ path: String) -> String {
        var path = path[...]
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return String(path)
    }
}
