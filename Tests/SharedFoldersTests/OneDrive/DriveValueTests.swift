import JSON
import Testing

@testable import SharedFolders

@Suite("OneDrive's ids, addresses, tags and errors") struct DriveValueTests {
    @Test("a personal drive is the same in any case and without its leading zero (S9)")
    func driveIDs() throws {
        func root(_ drive: String, _ item: String) throws -> OneDriveRoot {
            try #require(OneDriveRoot(drive: drive, item: item))
        }
        let one = try root("0123456789ABCDEF", "0123456789ABCDEF!sea8cc6beffdb43d7976fbc7da445c639")
        #expect(one == (try root("123456789abcdef", "123456789ABCDEF!SEA8CC6BEFFDB43D7976FBC7DA445C639")))
        #expect(one != (try root("0123456789ABCDE0", "0123456789ABCDEF!sea8cc6beffdb43d7976fbc7da445c639")))
        #expect(one != (try root("0123456789ABCDEF", "0123456789ABCDEF!123")))
        #expect(
            Set([one, try root("123456789ABCDEF", "123456789ABCDEF!sea8cc6beffdb43d7976fbc7da445c639")]).count == 1)
    }

    @Test("ids of organisations keep their case")
    func businessIDs() {
        #expect(OneDriveRoot(drive: "b!aB", item: "01ABC") != OneDriveRoot(drive: "b!Ab", item: "01ABC"))
        #expect(OneDriveRoot(drive: "b!aB", item: "01ABC") == OneDriveRoot(drive: "b!aB", item: "01ABC"))
    }

    @Test("what can not stand in an address is no id", arguments: ["", "a/b", "a?b", "a b", "..", "a%2F", "ä", "a:b"])
    func badIDs(_ id: String) {
        #expect(OneDriveRoot(drive: id, item: "1") == nil && OneDriveRoot(drive: "1", item: id) == nil)
    }

    @Test("paths stand between colons, and an empty one has none (2.1)")
    func addresses() {
        let item = ItemAddress.item("A!s1", in: "A")
        #expect(item.path() == "/drives/A/items/A!s1")
        #expect(item.path("children", query: "x=1") == "/drives/A/items/A!s1/children?x=1")
        #expect(item.below(["a b", "#%+'ü"]).path() == "/drives/A/items/A!s1:/a%20b/%23%25%2B%27%C3%BC")
        #expect(item.below(["a"]).below(["b"]).path("content") == "/drives/A/items/A!s1:/a/b:/content")
        #expect(ItemAddress.ownDrive.path("children") == "/me/drive/root/children")
    }

    @Test("a share link becomes the token that Graph wants (GD: shares-get)")
    func shareTokens() throws {
        let token = try #require(
            ShareToken(link: "https://onedrive.live.com/redir?resid=1231244193912!12&authKey=1201919!12921!1"))
        #expect(
            token.text
                == "u!aHR0cHM6Ly9vbmVkcml2ZS5saXZlLmNvbS9yZWRpcj9yZXNpZD0xMjMxMjQ0MTkzOTEyITEyJmF1dGhLZXk9MTIwMTkxOSExMjkyMSEx"
        )
        #expect(
            ShareToken(link: " https://1drv.ms/f/s!Ab \n")?.text == ShareToken(link: "https://1drv.ms/f/s!Ab")?.text)
        for bad in [
            "", "1drv.ms/f", "http://1drv.ms/f", "ftp://1drv.ms", "https://a:b@1drv.ms/f",
            String(repeating: "x", count: 3000),
        ] {
            #expect(ShareToken(link: bad) == nil)
        }
    }

    @Test("a tag names a state by either half, and survives as text")
    func tags() throws {
        func item(_ eTag: String?, _ cTag: String?) throws -> DriveItem {
            let tags = [("eTag", eTag), ("cTag", cTag)].compactMap { name, value in
                value.map { JSONMember(name, .string($0)) }
            }
            let rest = [("id", .string("1")), ("size", .number("1")), ("file", JSONValue.object([]))]
            return try #require(DriveItem(.object(rest.map { JSONMember($0, $1) } + tags)))
        }
        let both = try item(#""{A},1""#, #""c:{A},1""#)
        let etag = try #require(both.tag)
        #expect(DriveTag(etag) == DriveTag(both))
        #expect(DriveTag(etag).names(both))
        #expect(DriveTag(etag).names(try item(#""{A},2""#, #""c:{A},1""#)), "a property changed, not the content")
        #expect(!DriveTag(etag).names(try item(#""{A},2""#, #""c:{A},2""#)))
        #expect(try item(#""{A},2""#, #""c:{A},1""#).tag != etag, "a listing sees every change")
        #expect(DriveTag(try #require(try item("x", nil).tag)).names(try item("x", "y")))
        #expect(!DriveTag(ETag("x")).names(try item("y", nil)))
        #expect(!DriveTag(ETag("")).names(try item(nil, "")))
        #expect(try item(nil, nil).tag == nil)
    }

    @Test(
        "a file whose length is not told is not taken for an empty one",
        arguments: ["", #""size":null,"#, #""size":"5","#, #""size":-1,"#, #""size":1e400,"#])
    func unknownLength(_ size: String) {
        #expect(DriveItem(Array(#"{"id":"1",\#(size)"file":{}}"#.utf8)) == nil)
        #expect(DriveItem(Array(#"{"id":"1",\#(size)"folder":{}}"#.utf8))?.size ?? 0 == 0)
    }

    @Test("a folder's tag counts on personal drives alone, where it changes with anything below")
    func folderTags() throws {
        func folder(_ type: String) throws -> DriveItem {
            try #require(
                DriveItem(
                    Array(
                        #"{"id":"1","folder":{"childCount":1},"cTag":"c","parentReference":{"driveType":"\#(type)"}}"#
                            .utf8)))
        }
        #expect(try folder("personal").etag == ETag("c"))
        #expect(try folder("business").etag == nil)
        #expect(try folder("documentLibrary").etag == nil)
    }

    @Test("codes are found on every level and in both spellings, whatever the body is (5.2)")
    func problems() {
        func problem(_ status: Int, _ body: String) -> GraphProblem {
            GraphProblem(TransferAnswer(status: status, fields: [], body: Array(body.utf8)))
        }
        let nested =
            #"{"error":{"code":"accessDenied","message":"x","innererror":{"code":"serviceReadOnly","innerError":{"code":"deep"}}}}"#
        #expect(problem(403, nested).codes == ["accessdenied", "servicereadonly", "deep"])
        for body in [
            "", "<html>", #"{"error":"text"}"#, #"{"error":{"code":7}}"#, "[]", #"{"error":{"code":"a b\n"}}"#,
        ] {
            #expect(problem(500, body).codes == [])
        }
        #expect(problem(507, "").folderError("x") == .full)
        #expect(problem(403, #"{"error":{"code":"quotaLimitReached"}}"#).folderError("x") == .full)
        #expect(problem(412, "").folderError("x") == .changed)
        #expect(problem(403, #"{"error":{"code":"malwareDetected"}}"#).folderError("x").isDenial)
        #expect(
            problem(400, #"{"error":{"code":"invalidRequest","innerError":{"code":"pathIsTooLong"}}}"#).folderError("x")
                .isDamage)
        #expect(problem(400, "").folderError("x").isDenial)
        #expect(problem(302, "").folderError("x").isUnreachable)
    }

    @Test("what is to be done after a refusal follows from what is there (section 3, write rules)")
    func verdicts() {
        let ours = FoundThere(tagMatches: false, hasOurBytes: true)
        let same = FoundThere(tagMatches: true, hasOurBytes: false)
        let other = FoundThere(tagMatches: false, hasOurBytes: false)
        #expect(WriteVerdict(.absent, nil) == .again)
        #expect(WriteVerdict(.absent, ours) == .done)
        #expect(WriteVerdict(.absent, other) == .changed)
        #expect(WriteVerdict(.matches(ETag("x")), nil) == .changed)
        #expect(WriteVerdict(.matches(ETag("x")), same) == .again)
        #expect(WriteVerdict(.matches(ETag("x")), ours) == .done)
        #expect(WriteVerdict(.matches(ETag("x")), other) == .changed)
        #expect(WriteVerdict(.none, other) == .again)
        #expect(WriteVerdict(.none, ours) == .done)
        #expect(WriteVerdict(.none, nil) == .again)
    }

    @Test("the checksum is the one that Microsoft publishes")
    func quickXorHash() {
        #expect(QuickXorHash.base64([]) == "AAAAAAAAAAAAAAAAAAAAAAAAAAA=")
        #expect(QuickXorHash.base64([0x4A]) == "SgAAAAAAAAAAAAAAAQAAAAAAAAA=")
        #expect(QuickXorHash.base64([0xD2, 0x96, 0x4F]) == "0rDEEwAAAAAAAAAAAwAAAAAAAAA=")
    }

    @Test("times are read as Graph writes them")
    func times() {
        #expect(GraphTime.milliseconds("1970-01-01T00:00:00Z") == 0)
        #expect(GraphTime.milliseconds("2026-05-14T12:03:11Z") == 1_778_760_191_000)
        #expect(GraphTime.milliseconds("2024-02-29T23:59:59.123Z") == 1_709_251_199_000)
        #expect(GraphTime.milliseconds("0001-01-01T00:00:00Z") == -62_135_596_800_000)
        for bad in ["", "2026-05-14", "2026-13-14T12:03:11Z", "2026-05-14T12:03:11", "xxxx-05-14T12:03:11Z"] {
            #expect(GraphTime.milliseconds(bad) == nil)
        }
    }

    @Test("one id is one item, and so is one name in any case (F29)")
    func twins() throws {
        func item(_ id: String, _ name: String, _ size: Int) throws -> DriveItem {
            try #require(DriveItem(Array(#"{"id":"\#(id)","name":"\#(name)","size":\#(size),"file":{}}"#.utf8)))
        }
        var children = DriveChildren()
        for child in [try item("1", "a", 1), try item("2", "b", 1), try item("1", "a", 2), try item("3", "A", 9)] {
            children.add(child)
        }
        #expect(children.items.map(\.name) == ["a", "b"] && children.items[0].size == 2 && children.twins == ["A"])
    }
}
