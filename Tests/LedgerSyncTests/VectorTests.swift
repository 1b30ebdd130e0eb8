import Cryptography
import FolderFormat
import Foundation
import JSON
import LedgerCore
import SharedFolders
import Testing

@testable import LedgerSync

/// Ledgers that an independent implementation wrote, on a real directory.
@Suite("Ledgers of another implementation")
struct VectorTests {
    static let names = ["flat", "trip", "two"]

    @Test("are joined by their code and pulled whole", arguments: names)
    func pulls(_ name: String) async throws {
        try await withCopy(of: name) { vector, root in
            let home = try await Home(1, metadata: vector.metadata, key: vector.key)
            let outcome = await home.sync(LocalFolder(root: root))
            #expect(outcome.failure == nil && outcome.problems.isEmpty)
            #expect(outcome.pulled.events == vector.eventCount)
            #expect(try await Set(home.events().map(\.id)).count == vector.eventCount)
            #expect(outcome.pushed == SyncCount())
        }
    }

    @Test("get one new segment of ours, in their suffix, and no other byte changes", arguments: names)
    func pushes(_ name: String) async throws {
        try await withCopy(of: name) { vector, root in
            let home = try await Home(1, metadata: vector.metadata, key: vector.key)
            let folder = LocalFolder(root: root)
            let before = try files(root)
            await home.sync(folder)
            try await home.write(3)
            #expect(await home.sync(folder).pushed == SyncCount(segments: 1, events: 3))
            try await home.write(2)
            #expect(await home.sync(folder, pushOnly: true).pushed == SyncCount(segments: 1, events: 2))

            let after = try files(root)
            #expect(before.allSatisfy { after[$0.key] == $0.value })
            let new = after.filter { before[$0.key] == nil }
            #expect(new.count == 1)
            let (path, bytes) = try #require(new.first)
            #expect(path.hasPrefix("events/\(home.devices[0])/"))
            #expect(path.hasSuffix(name == "trip" ? ".jsonl.enc" : ".jsonl"))
            let plain = try Segment.open(bytes, key: vector.key, file: path)
            let contents = SegmentContents(decoding: plain, file: path)
            #expect(contents.problems.isEmpty && contents.events.count == 5)
            #expect(contents.events.allSatisfy { $0.schemaVersion == 1 })
        }
    }

    @Test("are refused with a wrong code", arguments: names)
    func wrongCode(_ name: String) async throws {
        try await withCopy(of: name) { _, root in
            await #expect(throws: LedgerFolderError.otherKey) {
                try await LedgerFolder(LocalFolder(root: root)).metadata(accepting: .random())
            }
        }
    }

    private struct Vector {
        let metadata: LedgerMetadata
        let key: SymmetricKey
        let eventCount: Int
    }

    private func withCopy(of name: String, _ test: (Vector, String) async throws -> Void) async throws {
        let source = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Vectors/v1/\(name)").standardizedFileURL
        let expected = try JSONValue(parsing: Array(Data(contentsOf: source.appending(path: "expected.json"))))
        let key = try JoinCode.decode(try #require(expected["joinCode"]?.string))
        try await withTemporaryDirectory { directory in
            let root = directory + "/ledger"
            try FileManager.default.copyItem(
                atPath: source.appending(path: "folder").path(percentEncoded: false), toPath: root)
            let metadata = try await LedgerFolder(LocalFolder(root: root)).metadata(accepting: key)
            let vector = Vector(
                metadata: metadata, key: key, eventCount: try #require(expected["events"]?.integer))
            try await test(vector, root)
        }
    }

    private func files(_ root: String) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for case let path as String in try #require(FileManager.default.enumerator(atPath: root)) {
            var isDirectory: ObjCBool = false
            guard FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isDirectory) else { continue }
            if !isDirectory.boolValue { files[path] = Array(try Data(contentsOf: URL(filePath: "\(root)/\(path)"))) }
        }
        return files
    }
}
