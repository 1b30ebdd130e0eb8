import SharedFolders
import Testing

/// The faults that tests order must be the faults they get.
@Suite("A folder in memory")
struct MemoryFolderTests {
    @Test("refuses what it was told to refuse, and nothing happens")
    func refusal() async throws {
        let folder = MemoryFolder()
        await folder.setFaults { $0.operation == .write ? .refuse(.full) : nil }
        await #expect(throws: FolderError.full) { try await folder.write([1], to: "a", if: .none) }
        #expect(try await folder.list(.folder).isEmpty)
        await folder.setFaults(nil)
        _ = try await folder.write([1], to: "a", if: .none)
        #expect(await folder.files == ["a": [1]])
    }

    @Test("loses an answer after the deed")
    func lostAnswer() async throws {
        let folder = MemoryFolder()
        await folder.setFaults { _ in .loseAnswer(.unreachable("lost")) }
        await #expect { try await folder.write([1], to: "a", if: .absent) } throws: { $0.isUnreachable }
        #expect(await folder.files == ["a": [1]])
    }

    @Test("records every call")
    func requests() async throws {
        let folder = MemoryFolder()
        _ = try await folder.list(.folder)
        _ = try? await folder.read("a", limit: 1)
        #expect(await folder.requests.map(\.operation) == [.list, .read])
        await folder.forgetRequests()
        #expect(await folder.requests.isEmpty)
    }
}
