import Foundation
import SharedFolders
import Testing

/// What only a directory on a disk can do to us.
@Suite("A local folder")
struct LocalFolderTests {
    private static let files = FileManager.default

    @Test("does not follow a link out of its root, wherever the link stands")
    func links() async throws {
        try await withTemporaryDirectory { root in
            try Self.files.createDirectory(atPath: root + "/outside", withIntermediateDirectories: true)
            try Self.files.createDirectory(atPath: root + "/inside/events", withIntermediateDirectories: true)
            try Data("secret".utf8).write(to: URL(filePath: root + "/outside/file"))
            try Self.files.createSymbolicLink(
                atPath: root + "/inside/directory", withDestinationPath: root + "/outside")
            try Self.files.createSymbolicLink(
                atPath: root + "/inside/file", withDestinationPath: root + "/outside/file")
            try Self.files.createSymbolicLink(atPath: root + "/inside/up", withDestinationPath: "..")
            let folder = LocalFolder(root: root + "/inside")

            for link: RelativePath in ["file", "directory/file", "up/outside/file"] {
                await #expect { try await folder.read(link, limit: 100) } throws: { $0.isDamage }
                await #expect { try await folder.write([1], to: link, if: .none) } throws: { $0.isDamage }
            }
            await #expect { try await folder.list("directory") } throws: { $0.isDamage }
            await #expect { try await folder.makeDirectory("up/made") } throws: { $0.isDamage }
            let linked = LocalFolder(root: root, path: "inside/directory")
            await #expect { try await linked.list(.folder) } throws: { $0.isDamage }
            #expect(try Data(contentsOf: URL(filePath: root + "/outside/file")) == Data("secret".utf8))
            #expect(try Self.files.contentsOfDirectory(atPath: root + "/outside") == ["file"])
            let kinds = try await folder.list(.folder).map(\.kind)
            #expect(kinds == [.other, .directory, .other, .other])
        }
    }

    @Test("does not wait for a pipe, nor read one")
    func pipe() async throws {
        try await withTemporaryDirectory { root in
            #expect(mkfifo(root + "/a", 0o600) == 0)
            let folder = LocalFolder(root: root)
            let kinds = try await folder.list(.folder).map(\.kind)
            #expect(kinds == [.other])
            await #expect { try await folder.read("a", limit: 10) } throws: { $0.isDamage }
        }
    }

    @Test("takes a root that is not there for a drive that is not mounted")
    func missingRoot() async throws {
        try await withTemporaryDirectory { root in
            let folder = LocalFolder(root: root + "/usb", path: "ledger")
            await #expect { try await folder.list(.folder) } throws: { $0.isUnreachable }
            await #expect { try await folder.makeDirectory(.folder) } throws: { $0.isUnreachable }
            let names = try Self.files.contentsOfDirectory(atPath: root)
            #expect(names.isEmpty)
        }
    }

    @Test("calls a full drive full, leaves nothing of the new file, and keeps the old one", .enabled(if: canMount))
    func fullDrive() async throws {
        try await withSmallDrive { root in
            let folder = LocalFolder(root: root)
            let etag = try await folder.write([1], to: "a", if: .none)
            await #expect(throws: FolderError.full) {
                try await folder.write([UInt8](repeating: 2, count: 1 << 20), to: "a", if: .matches(etag))
            }
            #expect(try await folder.read("a", limit: 10) == FolderFile(bytes: [1], etag: etag))
            #expect(try Self.files.contentsOfDirectory(atPath: root) == ["a"])
        }
    }

    @Test("says denied on a drive that is mounted read-only, and can still read it", .enabled(if: canMount))
    func readOnlyDrive() async throws {
        try await withSmallDrive { root in
            let folder = LocalFolder(root: root)
            let etag = try await folder.write([1], to: "a", if: .none)
            try run("mount", "-o", "remount,ro", root)
            await #expect { try await folder.write([2], to: "a", if: .none) } throws: { $0.isDenial }
            await #expect { try await folder.delete("a", if: .none) } throws: { $0.isDenial }
            await #expect { try await folder.makeDirectory("d") } throws: { $0.isDenial }
            try await folder.makeDirectory(.folder)
            #expect(try await folder.read("a", limit: 10) == FolderFile(bytes: [1], etag: etag))
        }
    }

    @Test("never lists what a writer is still writing, and clears away what one left behind")
    func leftovers() async throws {
        try await withTemporaryDirectory { root in
            let old = root + "/.splitclone-old.tmp"
            let young = root + "/.splitclone-young.tmp"
            for path in [old, young] { #expect(Self.files.createFile(atPath: path, contents: Data([1]))) }
            try Self.files.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -7200)], ofItemAtPath: old)
            let folder = LocalFolder(root: root)
            #expect(try await folder.list(.folder).isEmpty)
            _ = try await folder.write([1], to: "a", if: .absent)
            #expect(!Self.files.fileExists(atPath: old))
            #expect(Self.files.fileExists(atPath: young))
            #expect(RelativePath(String(young.split(separator: "/").last ?? "")) == nil)
        }
    }

    @Test("sees that a file changed in place, even within one tick of the clock and at the same length")
    func changedInPlace() async throws {
        try await withTemporaryDirectory { root in
            let folder = LocalFolder(root: root)
            var seen: Set<ETag> = []
            try Data([0]).write(to: URL(filePath: root + "/a"))
            let handle = try FileHandle(forWritingTo: URL(filePath: root + "/a"))
            for byte in 0..<UInt8(200) {
                try handle.seek(toOffset: 0)
                try handle.write(contentsOf: Data([byte]))
                seen.insert(try #require(try await folder.list(.folder).first?.etag))
            }
            #expect(seen.count == 200)
        }
    }

    @Test("gives a file the same tag after a restart")
    func tagSurvives() async throws {
        try await withTemporaryDirectory { root in
            let etag = try await LocalFolder(root: root).write([7, 8], to: "a", if: .none)
            try Self.files.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -60)], ofItemAtPath: root + "/a")
            let folder = LocalFolder(root: root)
            for _ in 0..<2 { #expect(try await folder.list(.folder).first?.etag == etag) }
        }
    }

    @Test("blocks neither its callers nor other folders while a disk hangs", .timeLimit(.minutes(30)))
    func hangingDisk() async throws {
        try await withTemporaryDirectory { root in
            // Somebody else holds the lock of the directory: every write into it waits in the kernel.
            let stuck = root + "/stuck"
            try Self.files.createDirectory(atPath: stuck, withIntermediateDirectories: false)
            let lock = open(stuck, O_RDONLY | O_DIRECTORY)
            #expect(flock(lock, LOCK_EX) == 0)
            try await withThrowingTaskGroup(of: ETag.self) { group in
                for number in 0..<16 {
                    let name = try #require(RelativePath("file-\(number)"))
                    group.addTask { try await LocalFolder(root: stuck).write([1], to: name, if: .absent) }
                }
                let other = LocalFolder(root: root, path: "other")
                try await other.makeDirectory(.folder)
                _ = try await other.write([1], to: "a", if: .absent)
                #expect(try await other.read("a", limit: 1).bytes == [1])
                close(lock)
                #expect(try await group.reduce(0) { count, _ in count + 1 } == 16)
            }
        }
    }
}

/// Only root may mount, and not in every container.
private let canMount: Bool = {
    let place = FileManager.default.temporaryDirectory.appending(component: "splitclone-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: place) }
    let path = place.path(percentEncoded: false)
    return (try? run("mount", "-t", "tmpfs", "tmpfs", path)) != nil && (try? run("umount", path)) != nil
}()

/// A drive of 256 KiB of its own.
private func withSmallDrive(_ test: (String) async throws -> Void) async throws {
    try await withTemporaryDirectory { directory in
        try run("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", directory)
        do {
            try await test(directory)
        } catch {
            try? run("umount", directory)
            throw error
        }
        try run("umount", directory)
    }
}

private func run(_ command: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw FolderError.denied(command.joined(separator: " ")) }
}
