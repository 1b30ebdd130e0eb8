import SharedFolders
import Testing

/// What every shared folder promises, asked of each implementation in turn.
@Suite("Every shared folder")
struct ConformanceTests {
    static let providers = Provider.all

    @Test("gives back the bytes that were written, under the tag the write answered", arguments: providers)
    func roundTrip(_ provider: Provider) async throws {
        try await provider.withFolder { folder in
            for bytes in [[], [0], Array("{}\n".utf8), [UInt8](repeating: 0xA5, count: 300_000)] {
                let etag = try await folder.write(bytes, to: "ledger.json", if: .none)
                let file = try await folder.read("ledger.json", limit: 300_000)
                #expect(file.bytes == bytes)
                #expect(file.etag == etag || provider.hasPassingTags)
                let entry = try #require(try await folder.list(.folder).first)
                #expect(entry.name == "ledger.json" && entry.kind == .file)
                #expect(entry.etag == etag || provider.hasPassingTags)
                #expect(entry.size == bytes.count)
            }
        }
    }

    @Test("changes the tag with the content", arguments: providers)
    func tagFollowsContent(_ provider: Provider) async throws {
        try await provider.withFolder { folder in
            let first = try await folder.write([1], to: "a", if: .none)
            let second = try await folder.write([2], to: "a", if: .none)
            #expect(first != second)
            let listed = try #require(try await folder.list(.folder).first?.etag)
            #expect(listed == second || (listed != first && provider.hasPassingTags))
        }
    }

    @Test("lists files and directories in the order of their names' bytes", arguments: providers)
    func listing(_ provider: Provider) async throws {
        try await provider.withFolder { folder in
            try await folder.makeDirectory("events")
            for name: RelativePath in ["b", "a", "C", "é", "a.jsonl.enc", "events/inside"] {
                _ = try await folder.write([1], to: name, if: .none)
            }
            let entries = try await folder.list(.folder)
            #expect(entries.map(\.name) == ["C", "a", "a.jsonl.enc", "b", "events", "é"])
            #expect(entries.map(\.kind) == [.file, .file, .file, .file, .directory, .file])
            #expect(try await folder.list("events").map(\.name) == ["inside"])
        }
    }

    @Test("says missing for what is not there", arguments: providers)
    func missing(_ provider: Provider) async throws {
        try await provider.withFolder { folder in
            await #expect(throws: FolderError.missing) { try await folder.read("a", limit: 10) }
            await #expect(throws: FolderError.missing) { try await folder.read("no/a", limit: 10) }
            await #expect(throws: FolderError.missing) { try await folder.list("no") }
            await #expect(throws: FolderError.missing) { try await folder.write([1], to: "no/a", if: .none) }
            await #expect(throws: FolderError.missing) { try await folder.delete("a", if: .none) }
        }
    }

    @Test("writes over nothing, over anything, or over one known state, as asked", arguments: providers)
    func writePreconditions(_ provider: Provider) async throws {
        try await provider.withFolder { folder in
            await #expect(throws: FolderError.changed) { try await folder.write([0], to: "a", if: .matches(ETag("x"))) }
            let first = try await folder.write([1], to: "a", if: .absent)
            await #expect(throws: FolderError.changed) { try await folder.write([2], to: "a", if: .absent) }
            let second = try await folder.write([3], to: "a", if: .matches(first))
            await #expect(throws: FolderError.changed) { try await folder.write([4], to: "a", if: .matches(first)) }
            let file = try await folder.read("a", limit: 1)
            #expect(file.bytes == [3])
            #expect(file.etag == second || provider.hasPassingTags)
        }
    }

    @Test("deletes one known state only, if asked to", arguments: providers)
    func deletePreconditions(_ provider: Provider) async throws {
        try await provider.withFolder { folder in
            let first = try await folder.write([1], to: "a", if: .absent)
            let second = try await folder.write([2], to: "a", if: .none)
            await #expect(throws: FolderError.changed) { try await folder.delete("a", if: .matches(first)) }
            try await folder.delete("a", if: .matches(second))
            await #expect(throws: FolderError.changed) { try await folder.delete("a", if: .matches(second)) }
            #expect(try await folder.list(.folder).isEmpty)
        }
    }

    @Test("deletes a directory only when it is empty", arguments: providers)
    func deleteDirectory(_ provider: Provider) async throws {
        try await provider.withFolder { folder in
            try await folder.makeDirectory("a/b")
            await #expect(throws: FolderError.changed) { try await folder.delete("a", if: .none) }
            try await folder.delete("a/b", if: .none)
            try await folder.delete("a", if: .none)
            #expect(try await folder.list(.folder).isEmpty)
        }
    }

    @Test("makes missing directories level by level, and does not mind those that exist", arguments: providers)
    func makeDirectory(_ provider: Provider) async throws {
        try await provider.withFolder { folder in
            try await folder.makeDirectory("a/b/c")
            _ = try await folder.write([1], to: "a/b/c/d", if: .absent)
            try await folder.makeDirectory("a/b/c")
            try await folder.makeDirectory(.folder)
            #expect(try await folder.list("a/b/c").map(\.name) == ["d"])
            await #expect(throws: FolderError.self) { try await folder.makeDirectory("a/b/c/d") }
        }
    }

    @Test("makes the folder itself when it is not there yet", arguments: providers)
    func makeFolder(_ provider: Provider) async throws {
        try await provider.withFolder(exists: false) { folder in
            await #expect(throws: FolderError.missing) { try await folder.list(.folder) }
            try await folder.makeDirectory("events")
            #expect(try await folder.list(.folder).map(\.name) == ["events"])
        }
    }

    @Test("refuses to read more than the limit", arguments: providers)
    func readLimit(_ provider: Provider) async throws {
        try await provider.withFolder { folder in
            _ = try await folder.write([UInt8](repeating: 1, count: 100), to: "a", if: .none)
            #expect(try await folder.read("a", limit: 100).bytes.count == 100)
            await #expect { try await folder.read("a", limit: 99) } throws: { $0.isDamage }
        }
    }

    @Test("does not take a directory for a file, nor a file for a directory", arguments: providers)
    func wrongKind(_ provider: Provider) async throws {
        try await provider.withFolder { folder in
            try await folder.makeDirectory("d")
            _ = try await folder.write([1], to: "f", if: .none)
            await #expect { try await folder.read("d", limit: 10) } throws: { $0.isDamage }
            await #expect { try await folder.write([1], to: "d", if: .none) } throws: { $0.isDamage }
            await #expect { try await folder.list("f") } throws: { $0.isDamage }
            await #expect { try await folder.read("f/a", limit: 10) } throws: { $0.isDamage }
            await #expect { try await folder.write([1], to: .folder, if: .none) } throws: { $0.isDamage }
        }
    }

    @Test("lets one of many writers win who all want to be first", arguments: providers)
    func concurrentCreation(_ provider: Provider) async throws {
        try await provider.withFolders { folders in
            try await Self.race(folders, .absent, isAtomic: provider.isAtomic)
        }
    }

    @Test("lets one of many writers win who all saw the same state", arguments: providers)
    func concurrentReplacement(_ provider: Provider) async throws {
        try await provider.withFolders { folders in
            let etag = try await folders[0].write([0], to: "a", if: .absent)
            try await Self.race(folders, .matches(etag), isAtomic: provider.isAtomic)
        }
    }

    @Test("shows readers a whole file, however often it is replaced", arguments: providers)
    func atomicReplacement(_ provider: Provider) async throws {
        try await provider.withFolders { folders in
            _ = try await folders[0].write([UInt8](repeating: 0, count: 50_000), to: "a", if: .none)
            async let writing: Void = {
                for round in 1...40 {
                    let bytes = [UInt8](repeating: UInt8(round), count: 50_000 + round)
                    _ = try await folders[0].write(bytes, to: "a", if: .none)
                }
            }()
            for _ in 0..<100 {
                do {
                    let bytes = try await folders[1].read("a", limit: 100_000).bytes
                    let round = bytes.first ?? 0
                    #expect(bytes == [UInt8](repeating: round, count: 50_000 + Int(round)))
                } catch {
                    // It may be seen to be busy, but not by halves.
                    guard error.isUnreachable, !provider.isNeverBusy else { throw error }
                }
            }
            try await writing
        }
    }

    /// Whoever is told that it won did win when it was told so; who won last has the file. Only where looking and
    /// writing are one step is there but one.
    private static func race(
        _ folders: [any SharedFolder], _ precondition: Precondition, isAtomic: Bool
    ) async throws {
        let winners = await withTaskGroup(of: UInt8?.self) { group in
            for number in UInt8(1)...16 {
                group.addTask {
                    let bytes = [UInt8](repeating: number, count: 10)
                    let folder = folders[Int(number) % folders.count]
                    return (try? await folder.write(bytes, to: "a", if: precondition)) == nil ? nil : number
                }
            }
            return await group.reduce(into: [UInt8]()) { if let number = $1 { $0.append(number) } }
        }
        let bytes = try await folders[0].read("a", limit: 10).bytes
        #expect(winners.contains(bytes[0]) && bytes == [UInt8](repeating: bytes[0], count: 10))
        #expect(winners.count == 1 || !isAtomic)
    }
}
