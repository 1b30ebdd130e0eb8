import Glibc

/// Where the data directory lies: on a disk of this machine, or where others change it behind the server's back?
struct PlaceExamination {
    /// File systems (proc(5), mounts) whose files are on another machine, where a lock or a write may mean something else.
    private static let remote = ["nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "davfs"]
    /// What programs that keep folders alike leave in those folders.
    private static let marks = [
        (".stfolder", "Syncthing"), (".dropbox", "Dropbox"), (".dropbox.cache", "Dropbox"),
        (".owncloudsync.log", "ownCloud"), (".nextcloudsync.log", "Nextcloud"), (".sync", "Resilio Sync"),
    ]
    private static let names = [
        "OneDrive", "Dropbox", "Nextcloud", "ownCloud", "Google Drive", "GoogleDrive", "iCloud Drive", "Syncthing",
    ]

    let data: String
    let roots: [String]

    func findings() -> [Finding] {
        guard let path = Self.real(data) else { return [] }
        return [disk(path), synced(path), shared(path)].compactMap { $0 }
    }

    private func disk(_ path: String) -> Finding? {
        let name = Self.fileSystem(of: path)
        guard Self.remote.contains(name) || name.hasPrefix("fuse.") else { return nil }
        return .warning(
            "data", "\(path) is on \(name), which may lose what was said to be kept",
            remedy: "move the data directory to a disk of this machine; sharing is what folder connections are for")
    }

    /// That of the mount which lies deepest above the path; the last one counts where several are in one place.
    private static func fileSystem(of path: String) -> String {
        var deepest = (place: "", kind: "")
        for line in SmallFile.read("/proc/self/mounts")?.split(separator: "\n") ?? [] {
            let words = line.split(separator: " ").map { String($0).replacing("\\040", with: " ") }
            guard words.count > 2, words[1].count >= deepest.place.count else { continue }
            let isAbove = words[1] == "/" || path == words[1] || path.hasPrefix(words[1] + "/")
            if isAbove { deepest = (words[1], words[2]) }
        }
        return deepest.kind
    }

    private func synced(_ path: String) -> Finding? {
        let program = Self.parents(of: path).lazy.compactMap { parent -> String? in
            let name = parent.split(separator: "/").last.map(String.init) ?? ""
            if let known = Self.names.first(where: { name.hasPrefix($0) }) { return known }
            return Self.marks.first { access("\(parent)/\($0.0)", F_OK) == 0 }?.1
        }.first
        guard let program else { return nil }
        return .error(
            "data", "\(path) lies in a folder that \(program) keeps alike with others",
            remedy: "move it elsewhere: a database that is copied while it is used is damaged sooner or later")
    }

    /// A ledger's shared folder is for others to see; the key and the database are not.
    private func shared(_ path: String) -> Finding? {
        guard let root = roots.first(where: { Self.parents(of: path).contains(Self.real($0) ?? $0) }) else {
            return nil
        }
        return .error(
            "data", "\(path) lies inside the folder root \(root)",
            remedy: "keep the data directory outside of what folder connections may reach")
    }

    /// The path itself first, then what it lies in.
    private static func parents(of path: String) -> [String] {
        let parts = path.split(separator: "/")
        return parts.indices.reversed().map { "/" + parts[...$0].joined(separator: "/") }
    }

    private static func real(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

/// Where folder connections may lead: are these places there, and may the server write there?
struct RootExamination {
    let roots: [String]

    func findings() -> [Finding] {
        roots.compactMap { root in
            var status = stat()
            guard stat(root, &status) == 0 else {
                return .error(
                    "folders", "the folder root \(root) is not there",
                    remedy: "make or mount it, or correct --folder-root")
            }
            guard status.st_mode & S_IFMT == S_IFDIR else {
                return .error("folders", "the folder root \(root) is no directory", remedy: "correct --folder-root")
            }
            guard access(root, W_OK | X_OK) != 0 else { return nil }
            return .error(
                "folders", "nothing can be written to the folder root \(root) (\(String(cString: strerror(errno))))",
                remedy: "let the server's user write there; with systemd, name it in ReadWritePaths= too")
        }
    }
}
