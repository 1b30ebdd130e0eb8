import GraphEmulator
import Testing

@testable import SharedFolders

/// The settings under which nobody could say how the service behaves (7.0): right under every one of them.
private let manners = Uncertainties.oneAtATime

@Suite("A folder in OneDrive") struct OneDriveFolderTests {
    @Test("works the same however the service behaves where nobody knows", arguments: manners)
    func wholeLife(_ manner: Uncertainties) async throws {
        let box = try OneDriveBox { $0.uncertainties = manner }
        let folder = OneDriveFolder(account: box.account(), root: .path("SplitClone/ledger"))
        await #expect(throws: FolderError.missing) { try await folder.list(.folder) }
        await #expect(throws: FolderError.missing) { try await folder.write([1], to: "no/a", if: .none) }
        try await folder.makeDirectory("events/one")
        await #expect(throws: FolderError.missing) { try await folder.write([1], to: "events/two/a", if: .absent) }
        #expect(box.file("events/two") == nil, "no missing folder is made by a write (D17)")

        let first = try await folder.write([1, 2], to: "events/one/a", if: .absent)
        await #expect(throws: FolderError.changed) { try await folder.write([9], to: "events/one/a", if: .absent) }
        await #expect(throws: FolderError.changed) { try await folder.write([9], to: "events/one/A", if: .absent) }
        #expect(box.file("events/one/a")?.content == [1, 2])
        let second = try await folder.write([1, 2, 3], to: "events/one/a", if: .matches(first))
        await #expect(throws: FolderError.changed) {
            try await folder.write([9], to: "events/one/a", if: .matches(first))
        }
        await #expect(throws: FolderError.changed) {
            try await folder.write([9], to: "events/one/b", if: .matches(first))
        }
        #expect(try await folder.read("events/one/a", limit: 3) == FolderFile(bytes: [1, 2, 3], etag: second))
        #expect(try await folder.list("events/one").map(\.etag) == [second])
        await #expect { try await folder.list("events/one/a") } throws: { $0.isDamage }

        await #expect(throws: FolderError.changed) { try await folder.delete("events", if: .none) }
        await #expect(throws: FolderError.changed) { try await folder.delete("events/one/a", if: .matches(first)) }
        try await folder.delete("events/one/a", if: .matches(second))
        await #expect(throws: FolderError.missing) { try await folder.read("events/one/a", limit: 3) }
        #expect(try await folder.list("events/one").isEmpty)
        box.expectNoViolations()
    }

    @Test("costs 1 request to list, 2 to read, 2 to write over a known state, 2 to create")
    func requestCounts() async throws {
        let box = try OneDriveBox()
        let folder = try await box.folder()
        try await folder.makeDirectory("events/one")
        var etag = try await folder.write([1], to: "events/one/a", if: .absent)
        box.graph.clearLog()

        _ = try await folder.list("events/one")
        #expect(box.requests == ["GET children"])
        box.graph.clearLog()
        etag = try await folder.write([1, 2], to: "events/one/a", if: .matches(etag))
        #expect(box.requests == ["GET item", "PUT content"])
        box.graph.clearLog()
        etag = try await folder.write([1, 2, 3], to: "events/one/a", if: .matches(etag))
        #expect(box.requests == ["GET item", "PUT content"])
        box.graph.clearLog()
        _ = try await folder.read("events/one/a", limit: 10)
        #expect(box.requests == ["GET item", "GET download"])
        box.graph.clearLog()
        _ = try await folder.write([1], to: "events/one/b", if: .absent)
        #expect(box.requests == ["GET item", "PUT content"])
    }

    @Test("a directory's tag changes with what is below it on a personal drive, and is not given elsewhere")
    func idlePoll() async throws {
        let box = try OneDriveBox()
        let folder = try await box.folder()
        try await folder.makeDirectory("events/one")
        let before = try #require(try await folder.list(.folder).first)
        _ = try await folder.write([1], to: "events/one/a", if: .absent)
        let after = try #require(try await folder.list(.folder).first)
        #expect(before.name == "events" && before.etag != nil && before.etag != after.etag)
        #expect(try await folder.list(.folder).first?.etag == after.etag)

        for form in [Switches.BusinessFolderTag.absent, .still] {
            let business = try OneDriveBox(.business) { $0.businessFolderTag = form }
            let other = try await business.folder()
            try await other.makeDirectory("events")
            #expect(try await other.list(.folder).map(\.etag) == [nil])
        }
    }

    @Test("lists page after page, as the service numbers them (D5)", arguments: [0, 1, 200, 201, 450])
    func pages(_ count: Int) async throws {
        let box = try OneDriveBox()
        let folder = try await box.folder()
        for number in 0..<count { box.graph.makeFile("SplitClone/ledger/f\(1000 + number)", [1]) }
        let names = try await folder.list(.folder).map(\.name)
        #expect(names == (0..<count).map { "f\(1000 + $0)" })
        #expect(box.requests.count == max(1, (count + 199) / 200))
        box.expectNoViolations()
    }

    @Test(
        "names of every kind find their files (D3)", arguments: ["a b", "50%", "ü", "a+b", "o'k", "#1", "a&b=c", "%41"])
    func names(_ name: String) async throws {
        let box = try OneDriveBox()
        let folder = try await box.folder()
        let path = try #require(RelativePath(name))
        let etag = try await folder.write([7], to: path, if: .absent)
        #expect(box.file(name)?.content == [7])
        #expect(try await folder.read(path, limit: 1) == FolderFile(bytes: [7], etag: etag))
        try await folder.delete(path, if: .none)
        #expect(box.file(name) == nil)
        box.expectNoViolations()
    }

    @Test(
        "an empty answer to a new folder is looked up, not repeated (D20)",
        arguments: [Switches.CreatedFolder.emptyOK, .emptyCreated])
    func emptyAnswer(_ form: Switches.CreatedFolder) async throws {
        let box = try OneDriveBox { $0.createdFolder = form }
        let folder = try await box.folder()
        try await folder.makeDirectory("events")
        #expect(box.requests.filter { $0 == "POST children" }.count == 1)
        #expect(box.file("events")?.isFolder == true)
    }

    @Test("a folder that is there already is found, and a file in its place is told")
    func existing() async throws {
        let box = try OneDriveBox()
        let folder = try await box.folder()
        box.graph.makeFile("SplitClone/ledger/events/one/a", [1])
        try await folder.makeDirectory("events/one")
        #expect(try await folder.list("events/one").map(\.name) == ["a"])
        await #expect { try await folder.makeDirectory("events/one/a") } throws: { $0.isDamage }
        await #expect { try await folder.makeDirectory("events/one/a/b") } throws: { $0.isDamage }
        await #expect { try await folder.read("events", limit: 1) } throws: { $0.isDamage }
        await #expect { try await folder.write([1], to: "events", if: .none) } throws: { $0.isDamage }
        await #expect { try await folder.read("events/one/a/b", limit: 1) } throws: { $0.isDamage }
    }

    @Test("an eTag that rises by itself is no conflict for the next write (D23)", arguments: [1, 2, 3])
    func postProcessing(_ requests: Int) async throws {
        let box = try OneDriveBox { $0.postProcessing = requests }
        let folder = try await box.folder()
        var etag = try await folder.write([1], to: "a", if: .absent)
        for length in 2...5 {
            etag = try await folder.write([UInt8](repeating: 1, count: length), to: "a", if: .matches(etag))
        }
        #expect(box.file("a")?.content.count == 5)
        #expect(box.file("a")?.puts == 5)
    }

    @Test(
        "the folder is found by its ids from then on, also when its path changes; a shortcut leads to what it stands for"
    )
    func ids() async throws {
        let box = try OneDriveBox()
        let folder = try await box.folder()
        let root = try await folder.location()
        #expect(
            root
                == OneDriveRoot(
                    drive: box.graph.users.owner.driveID, item: try #require(box.graph.item("SplitClone/ledger")).id))
        let again = OneDriveFolder(account: box.account(), root: .item(root))
        _ = try await again.write([1], to: "a", if: .absent)
        #expect(
            box.graph.log.filter { $0.origin == .graph }.allSatisfy {
                $0.path.hasPrefix("/v1.0/drives/\(root.drive)/items/")
            })
    }

    @Test("ids in other spellings are taken as they come (S9)", arguments: Switches.DriveIDForm.allCases)
    func spellings(_ form: Switches.DriveIDForm) async throws {
        let box = try OneDriveBox { $0.driveIDForm = form }
        let folder = try await box.folder()
        _ = try await folder.write([1], to: "a", if: .absent)
        #expect(
            try await folder.location()
                == OneDriveRoot(
                    drive: box.graph.users.owner.driveID, item: try #require(box.graph.item("SplitClone/ledger")).id))
        #expect(try await folder.read("a", limit: 1).bytes == [1])
    }
}
