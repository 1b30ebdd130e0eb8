/// A path below a shared folder: safe names, none of which can lead out of it. No names: the folder itself.
package struct RelativePath: Hashable, Sendable, CustomStringConvertible {
    package let names: [String]

    package static let folder = RelativePath(names: [])

    /// Names joined by `/`; `.` or nothing is the folder itself. `nil` when a name is not safe.
    package init?(_ text: some StringProtocol) {
        guard text != ".", !text.isEmpty else {
            self = .folder
            return
        }
        let names = text.split(omittingEmptySubsequences: false) { $0 == "/" }.map { String($0) }
        guard names.count <= FolderLimits.pathNames, names.allSatisfy(Self.isSafe) else { return nil }
        self.names = names
    }

    private init(names: [String]) {
        self.names = names
    }

    package var description: String { names.isEmpty ? "." : names.joined(separator: "/") }

    package var name: String? { names.last }

    package var parent: RelativePath { RelativePath(names: names.dropLast()) }

    /// `nil` when the name is not safe, or the path would become too long.
    package func appending(_ name: String) -> RelativePath? {
        guard names.count < FolderLimits.pathNames, Self.isSafe(name) else { return nil }
        return RelativePath(names: names + [name])
    }

    package func appending(_ path: RelativePath) -> RelativePath? {
        guard names.count + path.names.count <= FolderLimits.pathNames else { return nil }
        return RelativePath(names: names + path.names)
    }

    /// A file or directory that nobody has made yet, and that no listing shows.
    func appendingTemporary() -> RelativePath {
        RelativePath(names: names + [TemporaryName.fresh()])
    }

    func appending(temporary name: String) -> RelativePath? {
        TemporaryName.isOne(name) && !name.utf8.contains(UInt8(ascii: "/")) ? RelativePath(names: names + [name]) : nil
    }

    /// Not empty, not `.` or `..`, no separator of any system, no control character, not too long, and not one of the
    /// names that writers use for their temporary files.
    package static func isSafe(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && name.utf8.count <= FolderLimits.nameBytes
            && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\") }
            && !TemporaryName.isOne(name)
    }
}
