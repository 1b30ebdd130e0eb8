import GraphEmulator
import JSON
import Testing

@Suite("Sharing") struct SharingTests {
    let graph: GraphEmulator
    let owner: Client
    let joiner: Client
    let folder: ItemRecord

    init() throws {
        graph = try GraphEmulator(seed: 13)
        owner = Client(graph)
        joiner = Client(graph, as: .joiner)
        graph.makeFile("Ledger/ledger.json", [1, 2])
        graph.makeFile("Private/diary", [3])
        folder = try #require(graph.item("Ledger"))
    }

    private var address: String { "/drives/\(folder.driveID)/items/\(folder.id)" }

    private func link(_ type: String = "edit") throws -> Reply {
        try owner.post(address + "/createLink", #"{"type":"\#(type)","scope":"anonymous"}"#)
    }

    /// `u!` and base64url of the link.
    private func token(_ link: Reply) throws -> String {
        let address = try #require(link["link", "webUrl"]?.string)
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let bits = address.utf8.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
        let groups = stride(from: 0, to: bits.count, by: 6).map { start in
            (0..<6).reduce(0) { $0 << 1 | (start + $1 < bits.count ? Int(bits[start + $1]) : 0) }
        }
        return "u!" + String(groups.map { letters[$0] })
    }

    private func redeem(_ link: Reply, _ preference: String = "redeemSharingLink") throws -> Reply {
        try joiner.get("/shares/\(try token(link))/driveItem", [("Prefer", preference)])
    }

    @Test("S1: one link is made once")
    func createLink() throws {
        let first = try link()
        let second = try link()
        #expect(first.status == 201 && second.status == 200 && first["id"] == second["id"])
        #expect(first["link", "webUrl"]?.string?.hasPrefix("https://1drv.ms/f/") == true)
        #expect(first["shareId"]?.string != nil && first["roles"]?.array == [.string("write")])
        #expect(try joiner.post(address + "/createLink", #"{"type":"edit"}"#).status == 403)
    }

    private func invite(_ mail: String, requireSignIn: Bool = true, sendInvitation: Bool = false) throws -> Reply {
        try owner.post(
            address + "/invite",
            #"{"recipients":[{"email":"\#(mail)"}],"roles":["write"],"requireSignIn":\#(requireSignIn),"sendInvitation":\#(sendInvitation)}"#
        )
    }

    @Test("S2: an invitation, and those that are refused")
    func invite() throws {
        let reply = try invite(graph.users.joiner.mail)
        #expect(reply.status == 200 && reply["value"]?.array?.count == 1)
        #expect(try joiner.get(address).status == 200)
        #expect(try invite("a@outlook.com", requireSignIn: false).status == 400)
        #expect(try invite("someone@company.example").inner == "secureSharingInvalidRequest")
    }

    @Test("S3: a link leads to the owner's item; only redeeming makes it last")
    func shares() throws {
        let link = try link()
        let seen = try joiner.get("/shares/\(try token(link))/driveItem")
        #expect(seen.status == 200 && seen["id"]?.string == folder.id)
        #expect(seen["parentReference", "driveId"]?.string == folder.driveID)
        #expect(try joiner.get(address).status == 403)
        #expect(try redeem(link, "redeemSharingLinkIfNecessary").status == 200)
        #expect(try joiner.get(address).status == 403)
        #expect(try redeem(link).status == 200)
        #expect(try joiner.get(address).status == 200)
        #expect(try joiner.get("/shares/\(try token(link))/driveItem/children").names == ["ledger.json"])
        #expect(try joiner.get("/shares/\(link["shareId"]?.string ?? "")/driveItem").status == 200)
    }

    @Test("S3: what is no link is refused, and a link that was taken back is not there")
    func badShares() throws {
        let link = try link()
        let good = try token(link)
        for bad in [good + "=", good.dropLast() + "+", "u!aHR0cHM6Ly9vbmVkcml2ZS5saXZlLmNvbS8_aWQ9eA", "nonsense"] {
            let reply = try joiner.get("/shares/\(bad)/driveItem")
            #expect(reply.status == 400 && reply.code == "invalidRequest", "\(bad)")
        }
        _ = try redeem(link)
        #expect(try owner.ask("DELETE", address + "/permissions/\(link["id"]?.string ?? "")").status == 204)
        #expect(try joiner.get("/shares/\(good)/driveItem").status == 404)
        #expect(try joiner.get(address).status == 200, "redeemed for good")
    }

    @Test("S3: access that lasts no longer than its link")
    func linkBound() throws {
        graph.switches.redeemed = .whileLinkExists
        let link = try link()
        _ = try redeem(link)
        #expect(try joiner.get(address).status == 200)
        _ = try owner.ask("DELETE", address + "/permissions/\(link["id"]?.string ?? "")")
        #expect(try joiner.get(address).status == 403)
    }

    @Test(
        "S4: the joiner reads and writes below the folder, and nothing outside",
        arguments: Uncertainties.Denial.allCases)
    func reach(denial: Uncertainties.Denial) throws {
        graph.switches.foreignAccess = denial
        _ = try redeem(try link())
        #expect(try joiner.get(address + ":/ledger.json").status == 200)
        #expect(try joiner.put(address + ":/new:/content", "a").status == 201)
        #expect(try joiner.makeFolder(address + "/children", "events").status == 201)
        let outside = denial == .forbidden ? 403 : 404
        let diary = try #require(graph.item("Private/diary"))
        #expect(try joiner.get("/drives/\(folder.driveID)/items/\(diary.id)").status == outside)
        #expect(try joiner.get("/drives/\(folder.driveID)/root/children").status == outside)
        #expect(try Client(graph, as: .stranger).get(address).status == outside)
    }

    @Test("S5: who may only read is told so in one of two ways; a session tells the truth")
    func readOnly() throws {
        _ = try redeem(try link("view"))
        #expect(try joiner.get(address + "/children").status == 200)
        #expect(try joiner.put(address + ":/new:/content", "a").status == 404)
        graph.switches.readOnlyPut = .forbidden
        #expect(try joiner.put(address + ":/new:/content", "a").status == 403)
        #expect(try joiner.post(address + ":/new:/createUploadSession", #"{"item":{}}"#).status == 403)
    }

    @Test("S6: what was given can be taken back")
    func taken() throws {
        _ = try redeem(try link())
        graph.takeAccess(from: .joiner)
        let reply = try joiner.get(address + "/children")
        #expect(reply.status == 403 && reply.code == "accessDenied")
        graph.switches.foreignAccess = .notFound
        #expect(try joiner.get(address + "/children").status == 404)
    }

    @Test("S7: whoever asks sharedWithMe has lost", arguments: Switches.SharedWithMe.allCases)
    func sharedWithMe(mode: Switches.SharedWithMe) throws {
        graph.switches.sharedWithMe = mode
        graph.give(.joiner, "Ledger")
        let reply = try joiner.get("/me/drive/sharedWithMe")
        let expected: [Switches.SharedWithMe: Int] = [.empty: 200, .oneItem: 200, .notFound: 404, .gone: 410]
        #expect(reply.status == expected[mode])
        #expect(reply.names == (mode == .oneItem ? ["Ledger"] : []))
        #expect(graph.violations.count == 1)
    }

    @Test("S8: a shortcut shows only to who asks for it, and is no folder itself")
    func shortcuts() throws {
        graph.give(.joiner, "Ledger")
        #expect(graph.addShortcut(named: "Ledger of Anna", for: .joiner, to: folder))
        #expect(try joiner.get("/me/drive/root/children").names == [])
        let reply = try joiner.get("/me/drive/root/children", [("Prefer", "Include-Feature=AddToOneDrive")])
        let entry = try #require(reply["value"]?.array?.first)
        #expect(entry["remoteItem"]?["id"]?.string == folder.id)
        #expect(entry["remoteItem"]?["parentReference"]?["driveId"]?.string == folder.driveID)
        #expect(try joiner.get("/me/drive/items/\(entry["id"]?.string ?? "")/children").status == 400)
    }

    @Test("S9: one drive has several spellings", arguments: Switches.DriveIDForm.allCases)
    func driveIDs(form: Switches.DriveIDForm) throws {
        graph.switches.driveIDForm = form
        let shown = try #require(try owner.get(address)["parentReference", "driveId"]?.string)
        #expect(folder.driveID.hasPrefix("0") && folder.driveID.utf8.count == 16)
        switch form {
        case .asIs, .upperCase: #expect(shown == folder.driveID)
        case .lowerCase: #expect(shown == folder.driveID.lowercased() && shown != folder.driveID)
        case .withoutLeadingZeros: #expect(shown.utf8.count == 15 && folder.driveID.hasSuffix(shown))
        }
        #expect(try owner.get("/drives/\(shown)/items/\(folder.id)").status == 200)
        #expect(try owner.get("/drives/\(shown)")["id"]?.string == shown)
    }

    @Test("S10: a token without .All stays in its own drive; one for the app's folder gets nowhere")
    func scopes() throws {
        graph.give(.joiner, "Ledger")
        let narrow = Client(graph, as: .joiner, scopes: "Files.ReadWrite")
        #expect(try narrow.get("/me/drive/root").status == 200)
        #expect(try narrow.get(address).status == 403)
        let reading = Client(graph, scopes: "Files.Read.All")
        #expect(try reading.get(address).status == 200)
        #expect(try reading.put(address + ":/x:/content", "a").status == 403)
        let app = try Client(graph, scopes: "Files.ReadWrite.AppFolder").get("/me/drive")
        #expect(app.status == 403 && app.inner == "serviceReadOnly")
        #expect(try Client(graph, scopes: "User.Read").get("/me")["mail"]?.string == graph.users.owner.mail)
    }

    @Test("business: a link for invited people, who must be invited")
    func business() throws {
        let graph = try GraphEmulator(seed: 1, kind: .business)
        graph.makeFolder("Ledger")
        let item = try #require(graph.item("Ledger"))
        let (owner, joiner) = (Client(graph), Client(graph, as: .joiner))
        let address = "/drives/\(item.driveID)/items/\(item.id)"
        let link = try owner.post(address + "/createLink", #"{"type":"edit","scope":"users"}"#)
        #expect(link["link", "webUrl"]?.string?.contains(".sharepoint.") == true)
        #expect(try joiner.get("/shares/\(link["shareId"]?.string ?? "")/driveItem").status == 403)
        graph.give(.joiner, "Ledger")
        #expect(try joiner.get(address).status == 200)
        #expect(try joiner.get("/drives/\(item.driveID.lowercased())/items/\(item.id)").status == 404)
    }
}
