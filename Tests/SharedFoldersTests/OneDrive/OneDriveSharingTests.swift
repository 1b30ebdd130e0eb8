import GraphEmulator
import Testing

@testable import SharedFolders

@Suite("A OneDrive folder of several homes") struct OneDriveSharingTests {
    /// The owner's folder with a link to it.
    private func share(_ kind: AccountKind = .personal, _ set: (inout Switches) -> Void = { _ in }) async throws -> (
        OneDriveBox, OneDriveFolder, OneDriveShareLink
    ) {
        let box = try OneDriveBox(kind, set)
        let folder = try await box.folder()
        return (box, folder, try await folder.shareLink())
    }

    @Test("a link is made once, and the same one given again (S1)")
    func link() async throws {
        let (box, folder, link) = try await share()
        #expect(link.reach == .anyone && link.address.hasPrefix("https://"))
        #expect(try await folder.shareLink() == link)
        #expect(box.graph.log.map(\.status).suffix(2) == [201, 200])
        #expect(!"\(link)".contains("http") && !link.advice.isEmpty)
        box.expectNoViolations()
    }

    @Test("where links for everybody are forbidden, the next narrower one is made, and that is said (2.9)")
    func narrower() async throws {
        let box = try OneDriveBox(.business)
        let folder = try await box.folder()
        box.graph.arm(.status(403), on: .post, "/createLink", body: "anonymous")
        let link = try await folder.shareLink()
        #expect(link.reach == .organization && link.advice.contains("organisation"))
        box.graph.arm(.status(403), on: .post, "/createLink", occurrence: 1...3)
        await #expect { try await folder.shareLink() } throws: { $0.isDenial }
    }

    @Test("a home joins by the link, reads and writes, and keeps its access (S3, S4)", arguments: AccountKind.allCases)
    func join(_ kind: AccountKind) async throws {
        let (box, folder, link) = try await share(kind)
        _ = try await folder.write([1], to: "ledger.json", if: .absent)
        let account = box.account(.joiner)
        let root = try await OneDriveFolder.join(shareLink: link.address, account: account)
        #expect(root == (try await folder.location()))
        #expect(
            box.file("events") == nil && box.graph.items().filter { $0.path.contains(".splitclone") }.isEmpty,
            "the test folder is gone")
        let theirs = OneDriveFolder(account: account, root: .item(root))
        #expect(try await theirs.read("ledger.json", limit: 1).bytes == [1])
        try await theirs.makeDirectory("events/two")
        let etag = try await theirs.write([2], to: "events/two/a", if: .absent)
        #expect(try await folder.list("events/two").map(\.etag) == [etag])
        box.expectNoViolations()
    }

    @Test("joining works however foreign access is refused (S4, S6)", arguments: Uncertainties.Denial.allCases)
    func accessTaken(_ denial: Uncertainties.Denial) async throws {
        let (box, _, link) = try await share { $0.uncertainties.foreignAccess = denial }
        let account = box.account(.joiner)
        let theirs = OneDriveFolder(
            account: account, root: .item(try await OneDriveFolder.join(shareLink: link.address, account: account)))
        try await theirs.makeDirectory("events")
        box.graph.takeAccess(from: .joiner)
        await #expect { try await theirs.list(.folder) } throws: { $0.isDenial }
        await #expect { try await theirs.makeDirectory("other") } throws: { $0.isDenial }
        await #expect { try await theirs.write([1], to: "a", if: .absent) } throws: { $0.isDenial }
        #expect(await account.state == .connected(name: "Known"))
        #expect(box.file("events")?.isFolder == true)
    }

    @Test(
        "what is no link to a folder is told in words (2.9)",
        arguments: [
            "https://onedrive.live.com/?id=root&cid=1", "https://1drv.ms/f/s!gone", "nonsense", "http://1drv.ms/f/x",
        ])
    func badLinks(_ link: String) async throws {
        let box = try OneDriveBox()
        await #expect { try await OneDriveFolder.join(shareLink: link, account: box.account(.joiner)) } throws: {
            guard case .denied(let reason)? = $0 as? FolderError else { return false }
            return reason.contains("link") && !reason.contains("1drv.ms/")
        }
        #expect(box.graph.items(of: .joiner).isEmpty)
    }

    @Test(
        "each refusal of a link has its own words (2.9)",
        arguments: [(400, "browser"), (403, "may not use"), (404, "not valid any more")])
    func refusedLinks(_ status: Int, _ words: String) async throws {
        let (box, _, link) = try await share()
        box.graph.arm(.status(status), on: .get, "/shares/", occurrence: 1...100)
        await #expect {
            try await OneDriveFolder.join(shareLink: link.address, account: box.account(.joiner))
        } throws: {
            if case .denied(let reason)? = $0 as? FolderError { reason.contains(words) } else { false }
        }
    }

    @Test("who may only read is told when joining and when writing (S5)", arguments: Uncertainties.Denial.allCases)
    func readOnly(_ denial: Uncertainties.Denial) async throws {
        let box = try OneDriveBox { $0.uncertainties.readOnlyPut = denial }
        let folder = try await box.folder()
        _ = try await folder.write([1], to: "ledger.json", if: .absent)
        box.graph.give(.joiner, "SplitClone/ledger", mayWrite: false)
        let theirs = OneDriveFolder(account: box.account(.joiner), root: .item(try await folder.location()))
        #expect(try await theirs.read("ledger.json", limit: 1).bytes == [1])
        await #expect { try await theirs.write([2], to: "a", if: .absent) } throws: { $0.isDenial }
        await #expect { try await theirs.requireWritable() } throws: { $0.isDenial }
        #expect(box.file("a") == nil)
    }

    @Test("one person is invited by mail, and is in (S2)")
    func invite() async throws {
        let box = try OneDriveBox()
        let folder = try await box.folder()
        try await folder.invite(box.graph.users.joiner.mail)
        let theirs = OneDriveFolder(account: box.account(.joiner), root: .item(try await folder.location()))
        _ = try await theirs.write([2], to: "a", if: .absent)
        #expect(box.file("a")?.content == [2])
        try await OneDriveFolder.join(try await folder.location(), account: box.account(.joiner))
        let root = try await folder.location()
        await #expect { try await OneDriveFolder.join(root, account: box.account(.stranger)) } throws: { $0.isDenial }
        await #expect { try await folder.invite("bert@company.example") } throws: {
            if case .denied(let reason)? = $0 as? FolderError {
                reason.contains("send that person the link")
            } else {
                false
            }
        }
        for bad in ["", "no mail", "a@b@c", "a\r\n@b"] {
            await #expect { try await folder.invite(bad) } throws: { $0.isDenial }
        }
        box.expectNoViolations()
    }

    @Test("a shortcut in the own drive leads to the owner's folder (S8)")
    func shortcut() async throws {
        let box = try OneDriveBox()
        let folder = try await box.folder()
        box.graph.give(.joiner, "SplitClone/ledger")
        box.graph.addShortcut(named: "Shared", for: .joiner, to: try #require(box.graph.item("SplitClone/ledger")))
        let theirs = OneDriveFolder(account: box.account(.joiner), root: .path("Shared"))
        #expect(try await theirs.location() == (try await folder.location()))
        _ = try await theirs.write([2], to: "a", if: .absent)
        #expect(box.file("a")?.content == [2])
    }

    @Test("an account without the right permission is told so (S10)")
    func scopes() async throws {
        let (box, folder, _) = try await share()
        let narrow = box.account(.joiner, scopes: "Files.ReadWrite offline_access")
        let theirs = OneDriveFolder(account: narrow, root: .item(try await folder.location()))
        await #expect { try await theirs.list(.folder) } throws: { $0.isDenial }
        let appOnly = box.account(.owner, scopes: "Files.ReadWrite.AppFolder offline_access")
        await #expect { try await OneDriveFolder(account: appOnly, root: .path("a")).list(.folder) } throws: {
            if case .denied(let reason)? = $0 as? FolderError { reason.contains("Files.ReadWrite.All") } else { false }
        }
    }
}
