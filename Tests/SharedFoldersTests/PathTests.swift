import SharedFolders
import Testing

@Suite("Paths and roots")
struct PathTests {
    @Test(
        "a name that could lead somewhere else is no name",
        arguments: [
            "..", "a/../b", "/a", "a/", "a//b", "./a", "a/.", "a\\b", "a\u{0}b", "a\nb", "a\u{7F}", "/", "//", " /..",
            ".splitclone-x.tmp", "a/\u{301}", String(repeating: "x", count: 256),
            Array(repeating: "d", count: 33).joined(separator: "/"),
        ])
    func unsafe(_ text: String) {
        #expect(RelativePath(text) == nil)
    }

    @Test(
        "an ordinary name is a name",
        arguments: ["a", "a/b", "Flat 7 – März", "..a", "a..", ".hidden", "芳子/x.jsonl.enc", "a:b"])
    func safe(_ text: String) {
        #expect(RelativePath(text)?.description == text)
    }

    @Test("a dot, or nothing, is the folder itself")
    func folderItself() {
        for text in [".", ""] { #expect(RelativePath(text) == .folder) }
        #expect(RelativePath.folder.parent == .folder)
        #expect(RelativePath.folder.name == nil)
    }

    @Test("a path grows by one safe name, or by another path")
    func appending() {
        let path: RelativePath = "a/b"
        #expect(path.appending("c" as String) == "a/b/c")
        #expect(path.appending(".." as String) == nil)
        #expect(path.appending("c/d" as String) == nil)
        #expect(path.appending("c/d" as RelativePath) == "a/b/c/d")
        #expect(path.parent == "a")
    }

    @Test("a directory is allowed inside a root, absolute or relative to the first one")
    func roots() {
        let roots = FolderRoots(["/srv/folders/", "/mnt", "relative/is/left/out"])
        for inside in ["/srv/folders", "/srv/folders/", "/srv/folders/anna/flat", "anna", ".", "/mnt/usb"] {
            #expect(roots.contains(inside), "\(inside)")
        }
        let outside = [
            "/srv", "/srv/foldersx", "/srv/folders/../x", "/", "../x", "/mnt/./usb", "/etc/passwd", "relative/../x",
        ]
        for path in outside {
            #expect(!roots.contains(path), "\(path)")
        }
        #expect(!FolderRoots([]).contains("anna"))
        #expect(FolderRoots(["/"]).contains("/etc"))
    }

    @Test("a folder of a connection lies where the connection and the path say")
    func folder() async throws {
        try await withTemporaryDirectory { root in
            let roots = FolderRoots([root])
            let folder = try #require(roots.folder(directory: "anna", path: "flat"))
            try await folder.makeDirectory(.folder)
            _ = try await folder.write([1], to: "a", if: .absent)
            let same = try #require(roots.folder(directory: root + "/anna/flat"))
            #expect(try await same.read("a", limit: 1).bytes == [1])
        }
    }
}
