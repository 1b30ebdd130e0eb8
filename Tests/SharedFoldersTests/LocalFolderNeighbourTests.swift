import Foundation
import SharedFolders
import Testing

/// Another process at work in the same directory, as Syncthing, a mounted drive or a person is.
@Suite("A local folder with a neighbour")
struct LocalFolderNeighbourTests {
    /// Runs a shell script in the directory until it ends, or until the test does.
    private static func withNeighbour(
        _ script: String, in root: String, _ test: () async throws -> Void
    ) async throws {
        let neighbour = try Companion(["/bin/sh", "-c", script], in: root)
        try await test()
        // Not before.
        withExtendedLifetime(neighbour) {}
    }

    private static func neighbour(_ script: String, in root: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script]
        process.currentDirectoryURL = URL(filePath: root)
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test("sees what was appended, and does not write over it")
    func appended() async throws {
        try await withTemporaryDirectory { root in
            let folder = LocalFolder(root: root)
            let etag = try await folder.write(Array("one\n".utf8), to: "a", if: .absent)
            #expect(try await folder.list(.folder).map(\.etag) == [etag])
            try Self.neighbour("echo two >> a", in: root)
            let listed = try #require(try await folder.list(.folder).first)
            #expect(listed.etag != etag && listed.size == 8)
            await #expect(throws: FolderError.changed) { try await folder.write([1], to: "a", if: .matches(etag)) }
            await #expect(throws: FolderError.changed) { try await folder.delete("a", if: .matches(etag)) }
            #expect(try await folder.read("a", limit: 99).bytes == Array("one\ntwo\n".utf8))
        }
    }

    @Test("reads the old file or the new one while it is renamed over, and never a mixture")
    func renamedOver() async throws {
        try await withTemporaryDirectory { root in
            let folder = LocalFolder(root: root)
            let script = """
                head -c 50000 /dev/zero | tr '\\0' x > x; head -c 60000 /dev/zero | tr '\\0' y > y; cp x a; touch ready
                while :; do cp y .t; mv .t a; cp x .t; mv .t a; done
                """
            try await Self.withNeighbour(script, in: root) {
                while try await !folder.list(.folder).contains(where: { $0.name == "ready" }) {}
                for _ in 1...50 {
                    let bytes = try await folder.read("a", limit: 60_000).bytes
                    #expect(
                        bytes == [UInt8](repeating: bytes[0], count: bytes[0] == UInt8(ascii: "x") ? 50_000 : 60_000))
                    // The neighbour's own unfinished file may or may not be there; the listing works either way.
                    #expect(try await folder.list(.folder).contains { $0.name == "a" })
                }
            }
        }
    }

    @Test("lists what is there while files and directories come and go")
    func comingAndGoing() async throws {
        try await withTemporaryDirectory { root in
            let folder = LocalFolder(root: root)
            let etag = try await folder.write([1], to: "stays", if: .absent)
            let script = "while :; do mkdir d; echo 1 > d/a; echo 1 > b; mv b c; rm c; rm -r d; done 2>/dev/null"
            try await Self.withNeighbour(script, in: root) {
                for round in 1...100 {
                    let entries = try await folder.list(.folder)
                    #expect(entries.first { $0.name == "stays" }?.etag == etag)
                    #expect(Set(entries.map(\.name)).isSubset(of: ["stays", "b", "c", "d"]))
                    do {
                        _ = try await folder.list("d")
                        _ = try await folder.write([2], to: "d/ours", if: .none)
                    } catch {
                        #expect(error as? FolderError == .missing, "round \(round)")
                    }
                }
            }
        }
    }

    @Test("shows Syncthing's unfinished files and conflict copies under their own names, for others to ignore")
    func syncthing() async throws {
        try await withTemporaryDirectory { root in
            let folder = LocalFolder(root: root)
            let etag = try await folder.write([1], to: "a.jsonl.enc", if: .absent)
            let script = """
                echo half > .syncthing.a.jsonl.enc.tmp
                echo other > a.sync-conflict-20260514-120311-ABCDEFG.jsonl.enc
                """
            try Self.neighbour(script, in: root)
            let entries = try await folder.list(.folder)
            #expect(
                entries.map(\.name) == [
                    ".syncthing.a.jsonl.enc.tmp", "a.jsonl.enc", "a.sync-conflict-20260514-120311-ABCDEFG.jsonl.enc",
                ])
            #expect(entries[1].etag == etag)
            try Self.neighbour("mv .syncthing.a.jsonl.enc.tmp a.jsonl.enc", in: root)
            await #expect(throws: FolderError.changed) {
                try await folder.write([2], to: "a.jsonl.enc", if: .matches(etag))
            }
        }
    }

    @Test("says missing when the neighbour removed the file, and makes it anew only where nothing is expected")
    func removed() async throws {
        try await withTemporaryDirectory { root in
            let folder = LocalFolder(root: root)
            let etag = try await folder.write([1], to: "a", if: .absent)
            try Self.neighbour("rm a", in: root)
            await #expect(throws: FolderError.missing) { try await folder.read("a", limit: 9) }
            await #expect(throws: FolderError.changed) { try await folder.write([2], to: "a", if: .matches(etag)) }
            _ = try await folder.write([2], to: "a", if: .absent)
            #expect(try await folder.read("a", limit: 9).bytes == [2])
        }
    }
}
